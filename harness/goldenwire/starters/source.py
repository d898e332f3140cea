"""Where goldenwire is installed from: the one place to change on the day that an index of packages has it.

Starters and the documentation take these words; tests/test_install.py holds README.md and harness/ci to them.
"""

# What workflows have in GOLDENWIRE. Empty, they end with the sentence of STEP until somebody fills it in.
SOURCE = ""
# The line for people.
INSTALL = "pip install path/to/goldenwire  # a checkout, or git+https://... of its repository"
# The first step of every workflow.
STEP = 'pip install "${GOLDENWIRE:?fill it in at the top of this file, such as git+https://... of its repository}"'
