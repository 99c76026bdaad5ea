"""Pictures that people sent, drawn anew: avatars of agents, logos of leagues."""

from django.db import models


class Picture(models.Model):
    """A square PNG under the SHA-256 of its bytes: never changes, may be cached for ever."""

    digest = models.CharField(primary_key=True, max_length=64)
    body = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.digest[:12]
