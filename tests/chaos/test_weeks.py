"""Whatever goes wrong, call after call and week after week, each Entry is told once."""

import random

from tests.chaos.scene import Scene
from tests.chaos.weeks import Weeks

SEED = 11


def test_weeks_of_faults_at_any_call_end_with_each_entry_told_once(scene: Scene) -> None:
    assert Weeks(scene, 2, random.Random(SEED)).run() == []
