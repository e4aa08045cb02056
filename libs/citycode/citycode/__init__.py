"""The law engine: a city's ordinance as dated, cited data, evaluated exactly. No HTTP, no SQL."""
