"""Which rules a case proves; the cases themselves are answered where the calls are."""

from libs.citycode.tests.lawbooks import the_law


def test_every_computed_rule_of_a_program_has_a_case() -> None:
    city = the_law().city("lake-elmo")

    own = [rule for rule in city.rules.values() if rule.state_law is None]
    bare = [rule.id for rule in own if rule.treatment == "computed" and not rule.cases]

    assert bare == ["le-wind-referral"]
