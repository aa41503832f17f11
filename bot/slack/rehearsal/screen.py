"""What a person has before them while they talk to the app: messages, modals, a Home tab."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.slack.rehearsal.inputs import Input, Place, inputs, state_of
from bot.slack.rehearsal.interactions import Shown
from bot.slack.rehearsal.pressables import Pressable, named, names, with_ids
from bot.slack.rehearsal.standin import Call, Standin
from bot.slack.rehearsal.standin_views import View

Body = dict[str, Any]


@dataclass(slots=True)
class Screen:
    """Of one person in one channel: the stand-in keeps the views, the messages are kept here."""

    standin: Standin
    channel: str
    user: str
    messages: list[Shown] = field(default_factory=list)
    _filled: dict[str, dict[Place, Body]] = field(default_factory=dict)

    def find(self, name: str, n: int) -> tuple[Pressable, Shown | View] | None:
        """What is called so, and where; modals that stand above it are closed.

        It is looked for in the modals, from the top, then in the messages, the newest first, then
        in the Home tab.
        """
        modals = self._modals()
        for above, view in enumerate(modals):
            if found := named(view["blocks"], name)[n - 1 : n]:
                for _ in range(above):
                    self.standin.views.close(self.user)
                return found[0], self._with_state(view)
        for shown in reversed(self.messages):
            if found := named(shown.blocks, name)[n - 1 : n]:
                self.standin.views.close(self.user, all_=True)
                return found[0], shown
        for view in self._home():
            if found := named(view["blocks"], name)[n - 1 : n]:
                self.standin.views.close(self.user, all_=True)
                return found[0], self._with_state(view)
        return None

    def input(self, name: str) -> tuple[Input, View] | None:
        """What can be filled in and is called so, by its block_id or action_id."""
        for view in self._views():
            for each in inputs(view["blocks"]):
                if name in each.place:
                    return each, self._with_state(view)
        return None

    def fill(self, view: View, place: Place, held: Body) -> View:
        """The view when an input holds something else."""
        self._filled.setdefault(view["id"], {})[place] = held
        return self._with_state(view)

    def top(self) -> View | None:
        """The modal on top."""
        return next((self._with_state(view) for view in self._modals()), None)

    def home(self) -> View | None:
        """The Home tab, if it was shown."""
        return next((self._with_state(view) for view in self._home()), None)

    def submitted(self, answer: Body) -> None:
        """Slack takes the modal away, or shows another, as the acknowledgement says."""
        views, user = self.standin.views, self.user
        match answer.get("response_action"):
            case "errors":
                return
            case "update":
                views.update(views.modals(user)[-1]["id"], None, answer["view"])
            case "push":
                views.above(user, answer["view"])
            case action:
                views.close(user, all_=action == "clear")

    def see(self, call: Call, pressed: Shown | None) -> None:
        """What a call of ours changes; what was replaced counts as the newest."""
        said = call.arguments
        text, blocks = said.get("text"), said.get("blocks") or ()
        if call.via == "response_url" and said.get("replace_original") and pressed:
            pressed.text, pressed.blocks = text or "", with_ids(blocks)
            self.messages.sort(key=lambda shown: shown is pressed)
        elif call.via == "response_url":
            self.show(text, blocks, is_whisper=said.get("response_type") != "in_channel")
        elif call.via == "chat.postMessage" and said.get("channel") == self.channel:
            self.show(text, blocks, is_whisper=False)

    def show(
        self, text: str | None, blocks: Sequence[Body] = (), *, is_whisper: bool = True
    ) -> None:
        """A message, if it says anything."""
        if text is not None or blocks:
            ts = f"1764500000.{len(self.messages):06d}"
            self.messages.append(Shown(ts, text or "", with_ids(blocks), is_whisper))

    def pressable(self) -> str:
        """What can be pressed, in words."""
        places = [view["blocks"] for view in self._views()]
        places += [shown.blocks for shown in self.messages[-1:]]
        found = dict.fromkeys(name for blocks in places for name in names(blocks))
        return f"there are: {', '.join(found)}" if found else "nothing can be pressed"

    def fillable(self) -> str:
        """What can be filled in, in words."""
        found = [each.block for view in self._views() for each in inputs(view["blocks"])]
        return f"there are: {', '.join(found)}" if found else "there is no input"

    def _views(self) -> Iterator[View]:
        """The modal on top and the Home tab."""
        yield from self._modals()[:1]
        yield from self._home()

    def _modals(self) -> list[View]:
        """The one on top first."""
        modals = self.standin.views.modals(self.user)[::-1]
        return [{**view, "blocks": with_ids(view["blocks"])} for view in modals]

    def _home(self) -> list[View]:
        home = self.standin.views.homes.get(self.user)
        return [{**home, "blocks": with_ids(home["blocks"])}] if home else []

    def _with_state(self, view: View) -> View:
        filled = self._filled.get(view["id"], {})
        return {"private_metadata": "", **view, "state": state_of(view["blocks"], filled)}
