"""The dialect `sample` for dlc."""
