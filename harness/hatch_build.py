"""Puts the vectors into a standard wheel; an editable install reads the checkout's own."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            build_data["force_include"]["vectors"] = "goldenwire/_vectors"
