"""The source from which goldenwire is installed: the one place to change once a package index has it.

Starters and the documentation use these texts; tests/test_install.py checks README.md and harness/ci against them.
"""

# The value of GOLDENWIRE in workflows. While it is empty, they fail with the message in STEP.
SOURCE = ""
# The command for people.
INSTALL = "pip install path/to/goldenwire  # a checkout, or git+https://... of its repository"
# The first step of every workflow.
STEP = 'pip install "${GOLDENWIRE:?fill it in at the top of this file, such as git+https://... of its repository}"'
