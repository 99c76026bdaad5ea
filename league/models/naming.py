"""The column beside a name that makes it unique by its looks."""

import hashlib
from typing import TYPE_CHECKING, Any

from django.db import models

from league import names

LONGEST = 80  # characters of a name

if TYPE_CHECKING:  # at run time fields are not generic
    Text = models.CharField[str, str]
else:
    Text = models.CharField


class NameKey(Text):
    """The skeleton of the row's `name`, taken whenever it is written: add "name_key" to `update_fields`
    wherever "name" is. One character may stand for eighteen (ﷺ): what grows too long to index is hashed."""

    LONGEST = 200

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": self.LONGEST, "editable": False, "default": "", **options})

    def pre_save(self, model_instance: Any, add: bool) -> str:
        key = names.skeleton(model_instance.name)
        if len(key) > self.LONGEST:
            key = hashlib.sha256(key.encode()).hexdigest()
        setattr(model_instance, self.attname, key)
        return key
