"""PostgreSQL: a save is rewritten at every call. Its text stays uncompressed (compressing it would cost more than
the rest of the statement), rows keep room for their next version, and dead versions are swept early."""

from django.db import migrations

SAVE = """
ALTER TABLE league_save ALTER COLUMN state SET STORAGE EXTERNAL;
ALTER TABLE league_save SET (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200,
    toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_threshold = 1000
);
ALTER TABLE league_match SET (fillfactor = 70);
"""


def store(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(SAVE)


class Migration(migrations.Migration):
    dependencies = [("league", "0006_door")]
    operations = [migrations.RunPython(store, migrations.RunPython.noop)]
