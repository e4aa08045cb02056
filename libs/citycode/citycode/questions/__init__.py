"""What a program is asked, one module per subject: pure functions of a program, facts and a day."""
