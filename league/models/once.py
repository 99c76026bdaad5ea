"""Forms that were sent: so that a second sending finds what the first one made."""

from django.db import models


class Sending(models.Model):
    """`key` is a hash of who sent which form; `location` is where the first sender was led."""

    key = models.CharField(primary_key=True, max_length=64)
    location = models.CharField(max_length=500, default="")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.location
