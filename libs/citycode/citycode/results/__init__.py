"""What the law answers: frozen results, each with one JSON form (`to_json`) for calculators and records."""
