"""The matrix decides every operation for every role, and nothing else."""

from __future__ import annotations

from copy import deepcopy

import pytest

from tests.authorization.matrix import MATRIX_FILE, UNDECIDED, Matrix, faults, read_matrix, rendered
from tests.contracts.apps import CONTRACTS, contract_of

CONTRACTS_NOW = {service: contract_of(service) for service in CONTRACTS}


@pytest.fixture
def matrix() -> Matrix:
    return deepcopy(read_matrix())


def test_every_cell_is_decided_for_the_operations_that_exist(matrix: Matrix) -> None:
    assert faults(matrix, CONTRACTS_NOW) == []


def test_the_file_is_written_as_make_contract_writes_it(matrix: Matrix) -> None:
    assert MATRIX_FILE.read_text(encoding="utf-8") == rendered(matrix)


def test_a_missing_cell_is_named(matrix: Matrix) -> None:
    del matrix["permits"]["get_permit"]["clerk"]["stranger"]

    assert [fault.partition(":")[0] for fault in faults(matrix, CONTRACTS_NOW)] == [
        "permits.get_permit.clerk.stranger"
    ]


def test_an_undecided_cell_is_named(matrix: Matrix) -> None:
    matrix["gis"]["get_parcel"]["county"]["own"] = UNDECIDED

    assert faults(matrix, CONTRACTS_NOW) == ["gis.get_parcel.county.own: '?' is no verdict"]


def test_rows_of_operations_that_are_gone_are_named(matrix: Matrix) -> None:
    matrix["gis"]["burn_parcel"] = {"clerk": {"own": "allowed"}}

    assert faults(matrix, CONTRACTS_NOW) == [
        "gis.burn_parcel.clerk.own: there is no such operation, role or cell"
    ]
