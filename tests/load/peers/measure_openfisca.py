"""The small law of tests/load/made_up_law.py in openfisca-core, one lot a simulation: evaluations a second.

Run by the bench in an environment that has openfisca-core. Binary floats, no citations, no explanation.
"""

import statistics
import time

import numpy
from openfisca_core.entities import build_entity
from openfisca_core.periods import DateUnit
from openfisca_core.simulations import SimulationBuilder
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

Lot = build_entity(key="lot", plural="lots", label="Lot", is_person=True)


class lot_area_sqft(Variable):
    value_type = float
    entity = Lot
    definition_period = DateUnit.YEAR


class lot_width_ft(Variable):
    value_type = float
    entity = Lot
    definition_period = DateUnit.YEAR


class zone(Variable):
    value_type = int
    entity = Lot
    definition_period = DateUnit.YEAR


class shoreland(Variable):
    value_type = bool
    entity = Lot
    definition_period = DateUnit.YEAR


class least_area(Variable):
    value_type = float
    entity = Lot
    definition_period = DateUnit.YEAR

    def formula(lot, period):
        district, shore = lot("zone", period), lot("shoreland", period)
        return numpy.select(
            [(district == 1) & shore, district == 1, (district == 2) & shore], [15000, 9000, 12000], 10500
        )


class allowed(Variable):
    value_type = bool
    entity = Lot
    definition_period = DateUnit.YEAR

    def formula(lot, period):
        wide = lot("lot_width_ft", period) >= 75
        return (lot("lot_area_sqft", period) >= lot("least_area", period)) & wide


class fee(Variable):
    value_type = float
    entity = Lot
    definition_period = DateUnit.YEAR

    def formula(lot, period):
        return numpy.where(lot("shoreland", period), 250, 125)


SYSTEM = TaxBenefitSystem([Lot])
SYSTEM.add_variables(lot_area_sqft, lot_width_ft, zone, shoreland, least_area, allowed, fee)
CASE = {
    "lots": {
        "a": {
            "lot_area_sqft": {"2026": 14000},
            "lot_width_ft": {"2026": 82},
            "zone": {"2026": 1},
            "shoreland": {"2026": True},
        }
    }
}


def once():
    simulation = SimulationBuilder().build_from_entities(SYSTEM, CASE)
    return bool(simulation.calculate("allowed", "2026")[0]), float(simulation.calculate("fee", "2026")[0])


def main():
    assert once() == (False, 250.0)
    rates = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(200):
            once()
        rates.append(200 / (time.process_time() - began))
    print(statistics.median(rates))


main()
