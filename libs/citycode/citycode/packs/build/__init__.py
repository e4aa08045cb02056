"""From declared elements to compiled ones, kind by kind."""
