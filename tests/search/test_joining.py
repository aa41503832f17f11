"""A team's concepts widen the shipped ones that they share a name with."""

from bot.core.concept import Concept
from bot.search.joining import joined

MOE = Concept(("MoE", "mixture of experts", "混合专家"))
ROUTING = Concept(("expert routing", "路由"))
AMD = Concept(("AMD GPU",), ("ROCm",))
PIPELINE = Concept(("PP", "pipeline parallel"))
PROMPT = Concept(("PP", "prompt processing"))
SHIPPED = (MOE, ROUTING, AMD, PIPELINE, PROMPT)


def test_a_concept_that_shares_a_name_becomes_one_with_the_shipped_one() -> None:
    assert joined(SHIPPED, [Concept(("MoE", "专家混合", "our-moe-lib"))]) == (
        Concept(("MoE", "专家混合", "our-moe-lib", "mixture of experts", "混合专家")),
        *SHIPPED[1:],
    )


def test_names_are_the_same_in_any_case_inflection_and_script() -> None:
    for name in ("moe", "Mixture-of-Experts", "mixture of expert", "混合專家"):
        assert len(joined(SHIPPED, [Concept((name, "our-moe-lib"))])) == len(SHIPPED)


def test_what_either_covers_is_covered() -> None:
    found = joined(SHIPPED, [Concept(("AMD GPU", "our cards"), ("MI325X", "ROCm"))])
    assert found[2] == Concept(("AMD GPU", "our cards"), ("MI325X", "ROCm"))


def test_one_without_a_shipped_name_is_new() -> None:
    own = Concept(("our-lib", "我们的库"))
    assert joined(SHIPPED, [own]) == (*SHIPPED, own)


def test_a_name_that_is_shipped_in_several_concepts_joins_none() -> None:
    own = Concept(("PP", "our pipeline"))
    assert joined(SHIPPED, [own]) == (*SHIPPED, own)


def test_one_with_names_of_several_shipped_concepts_makes_them_one() -> None:
    found = joined(SHIPPED, [Concept(("MoE", "路由"))])
    assert found == (
        Concept(("MoE", "路由", "mixture of experts", "混合专家", "expert routing")),
        *SHIPPED[2:],
    )


def test_several_may_widen_the_same_shipped_concept() -> None:
    own = [Concept(("MoE", "one")), Concept(("混合专家", "two")), Concept(("路由", "moe"))]
    (first, *others) = joined(SHIPPED, own)
    assert {*first.names} == {*MOE.names, *ROUTING.names, "moe", "one", "two"}
    assert tuple(others) == SHIPPED[2:]


def test_concepts_of_the_team_alone_that_share_a_name_stay_apart() -> None:
    own = (Concept(("our-lib", "lib one")), Concept(("our-lib", "lib two")))
    assert joined(SHIPPED, own) == (*SHIPPED, *own)
