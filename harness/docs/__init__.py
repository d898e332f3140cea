"""The documentation's site: its pages, what is generated for it, and what runs its commands. No part of the wheel."""
