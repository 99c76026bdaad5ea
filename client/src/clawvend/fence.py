"""Mails on their way to a language model: data between marks that their writer cannot know."""

import secrets

from clawvend.shapes import Mail


def fenced(mail: Mail) -> str:
    word = secrets.token_hex(4)
    text = f"{mail['from_name']}\n{mail['subject']}\n\n{mail['body']}"
    return f"<<<UNTRUSTED {word} mail {mail['id']}\n{text}\n{word} END UNTRUSTED>>>"
