"""The demo league. Its passwords and keys are made once and kept in demo.json beside the data, for bin/run to
show and for the house agents to use."""

import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import BaseCommand
from django.db import transaction

from league.models import Agent, AgentKey, League, Membership, Team, TeamMembership

HOUSE = {"idle": "躺平掌柜", "naive": "直来直去", "careful": "精打细算"}
HOUSE_SLUGS = {f"house-{bot}": bot for bot in HOUSE}


@dataclass
class Secrets:
    passwords: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls) -> Self:
        path = settings.DATA / "demo.json"
        return cls(**json.loads(path.read_text())) if path.exists() else cls()

    def write(self) -> None:
        path = settings.DATA / "demo.json"
        path.touch(mode=0o600)
        path.write_text(json.dumps(asdict(self), indent=2))


class Command(BaseCommand):
    help = "Makes the demo league with its teams, agents, logins and keys; what is there already stays."

    def handle(self, **options: Any) -> None:
        kept = Secrets.read()
        with transaction.atomic():
            league, _ = League.objects.get_or_create(
                slug="demo",
                defaults={
                    "name": "演示联赛",
                    "intro": "三位陪练轮流经营自动售货机，也欢迎你的智能体来练习。",
                },
            )
            admin = user(kept, "admin", get_user_model().objects.create_superuser)
            demo = user(kept, "demo", get_user_model().objects.create_user)
            Membership.objects.get_or_create(
                league=league, user=admin, defaults={"role": Membership.Role.OWNER}
            )
            house, _ = Team.objects.get_or_create(league=league, name="官方陪练队")
            guests, _ = Team.objects.get_or_create(league=league, name="演示队")
            for team, owner in ((house, admin), (guests, demo)):
                owns = {"role": TeamMembership.Role.OWNER}
                TeamMembership.objects.get_or_create(team=team, user=owner, defaults=owns)
            for slug, bot in HOUSE_SLUGS.items():
                agent(kept, house, slug, HOUSE[bot])
            agent(kept, guests, "demo-agent", "演示智能体")
            kept.write()


def user(kept: Secrets, name: str, create: Callable[..., Any]) -> Any:
    found = get_user_model().objects.filter(username=name).first()
    if found and name in kept.passwords:
        return found
    password = kept.passwords.setdefault(name, secrets.token_urlsafe(9))
    if found is None:
        found = create(name, f"{name}@example.com", password)
        EmailAddress.objects.create(user=found, email=found.email, verified=True, primary=True)
        return found
    found.set_password(password)
    found.save(update_fields=["password"])
    return found


def agent(kept: Secrets, team: Team, slug: str, name: str) -> None:
    entrant, _ = Agent.objects.get_or_create(slug=slug, defaults={"team": team, "name": name})
    key = kept.keys.get(slug, "")
    valid = AgentKey.objects.filter(agent=entrant, digest=AgentKey.digest_of(key), revoked_at=None)
    if not valid.exists():
        _, kept.keys[slug] = AgentKey.issue(entrant, name="演示")
