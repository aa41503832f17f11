"""Calls that get no answer until their caller gives up, as long as that really takes."""

from tests.chaos.faults import Answer, Fault, Takes
from tests.chaos.judge import Finding, judge
from tests.chaos.scene import LARGE, Scene

SILENT = Answer("silent", stalls_s=20)  # a client waits for 15 seconds, or 10 to read


def silence(scene: Scene) -> list[Finding]:
    """What the judge finds when clients have run into their time-outs at each step."""
    cases = {
        f"{step}, {takes.value}": Fault(takes, SILENT)
        for step in ("conversations.join", "chat.postMessage", "reply")
        for takes in Takes
    }
    channels = scene.set_up(cases, LARGE)
    for name, fault in cases.items():
        scene.proxy.meet(name.partition(",")[0], channels[name], fault)
        scene.proxy.meet("conversations.history", channels[name], Fault(Takes.NEVER, SILENT))
    for week in range(3):
        scene.roundup(week=week)
        scene.settle(week)
    entries = dict.fromkeys(channels.values(), LARGE.numbers)
    return judge(scene.proxy.taken, entries, scene.deliveries())
