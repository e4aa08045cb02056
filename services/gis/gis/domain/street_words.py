"""The words of street addresses, spelled out and in the postal short form (USPS Publication 28).

Each table maps every form, the short one included, to the short one, so matching works both ways.
"""


def _both_ways(pairs: str) -> dict[str, str]:
    table: dict[str, str] = {}
    for entry in pairs.split():
        short, *spelled = entry.split("=")
        table[short] = short
        table.update((word, short) for word in spelled)
    return table


DIRECTIONS = _both_ways(
    "N=NORTH S=SOUTH E=EAST W=WEST NE=NORTHEAST NW=NORTHWEST SE=SOUTHEAST SW=SOUTHWEST",
)
TYPES = _both_ways(
    "ALY=ALLEY AVE=AVENUE=AV BLVD=BOULEVARD=BOUL CIR=CIRCLE CT=COURT CV=COVE CURV=CURVE DR=DRIVE "
    "HWY=HIGHWAY HL=HILL HLS=HILLS LN=LANE LOOP PKWY=PARKWAY PATH PL=PLACE PT=POINT RD=ROAD RDG=RIDGE "
    "SHRS=SHORES SQ=SQUARE ST=STREET=STR TER=TERRACE TRL=TRAIL=TRAILS VW=VIEW WAY XING=CROSSING BAY=BAY",
)
UNITS = _both_ways("APT=APARTMENT UNIT STE=SUITE LOT BLDG=BUILDING FL=FLOOR RM=ROOM TRLR=TRAILER #=NO")
ORDINALS = _both_ways(
    "1ST=FIRST 2ND=SECOND 3RD=THIRD 4TH=FOURTH 5TH=FIFTH "
    "6TH=SIXTH 7TH=SEVENTH 8TH=EIGHTH 9TH=NINTH 10TH=TENTH",
)
STATES = _both_ways("MN=MINNESOTA WI=WISCONSIN IA=IOWA ND SD")
ROADS = {"CR": ("CO", "RD"), "CSAH": ("CO", "RD"), "COUNTY": ("CO",)}
"""Numbered roads as people write them: County Road 13, CR 13, CSAH 13."""
