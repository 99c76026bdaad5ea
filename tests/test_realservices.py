import pytest

from tests.realservices import Production, answers, wait_until


@pytest.mark.services
def test_production_starts_stops_and_starts_again(production: Production) -> None:
    """Tests of faults would fail for the wrong reason if the parts did not start, die and return as told."""
    web, worker = production.web(), production.worker()
    assert answers(web.url)
    production.redis.stop()
    assert not production.redis.answers()
    production.redis.start()
    worker.kill()
    web.kill()
    assert not answers(web.url)
    again = production.worker()
    wait_until(again.running)
    assert production.sql("select count(*) from django_migrations")[0][0] > 0
