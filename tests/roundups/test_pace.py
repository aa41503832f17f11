"""Messages keep within the rates that Slack allows."""

from dataclasses import dataclass, field

from bot.roundups.pace import A_MINUTE, AT_ONCE, AT_ONCE_IN_CHANNEL, Pace


@dataclass
class Seconds:
    """A clock that only sleeping moves."""

    now: float = 1000.0
    moments: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def pace(self) -> Pace:
        return Pace(self.sleep, lambda: self.now)

    def call(self, pace: Pace, channel: str) -> float:
        pace.wait(channel)
        self.moments.append(self.now)
        return self.now


def test_a_short_burst_in_a_channel_goes_out_at_once_and_then_one_a_second() -> None:
    seconds = Seconds()
    pace = seconds.pace()
    moments = [seconds.call(pace, "C1") - 1000 for _ in range(AT_ONCE_IN_CHANNEL + 3)]
    assert moments == [0.0] * AT_ONCE_IN_CHANNEL + [1.0, 2.0, 3.0]


def test_a_workspace_takes_no_more_than_its_rate_after_a_burst() -> None:
    seconds = Seconds()
    pace = seconds.pace()
    for n in range(2000):
        seconds.call(pace, f"C{n}")
    most = max(
        sum(1 for other in seconds.moments if moment <= other < moment + 60)
        for moment in seconds.moments[::50]
    )
    assert most <= A_MINUTE + AT_ONCE
    assert seconds.now - 1000 <= 2000 / A_MINUTE * 60


def test_a_busy_channel_does_not_hold_up_another() -> None:
    seconds = Seconds()
    waits: list[float] = []
    pace = Pace(waits.append, lambda: seconds.now)
    for _ in range(10):
        pace.wait("C1")
    before = len(waits)
    pace.wait("C2")
    assert before > 0
    assert len(waits) == before


def test_after_a_pause_a_burst_is_free_again() -> None:
    seconds = Seconds()
    pace = seconds.pace()
    for _ in range(10):
        seconds.call(pace, "C1")
    seconds.now += 60
    began = seconds.now
    assert [seconds.call(pace, "C1") for _ in range(AT_ONCE_IN_CHANNEL)] == [
        began
    ] * AT_ONCE_IN_CHANNEL


def test_what_it_remembers_of_channels_is_bounded() -> None:
    seconds = Seconds()
    pace = seconds.pace()
    for n in range(20_000):
        pace.wait(f"C{n}")
    assert len(pace._channels) <= 4097
