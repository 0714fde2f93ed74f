"""Schemas that the tests serve."""

import json
import shutil

from .server import SCHEMAS

SIGN_IN = """#!/bin/sh
if [ -z "$VALUE_ACCOUNT_USERNAME" ]; then
  echo "account_username: Enter a username" >&2
  exit 1
fi
echo "Signed in as $VALUE_ACCOUNT_USERNAME."
"""


def reader(folder):
    """A copy of the sample schema with its catalogues, that a test may change."""
    shutil.copy(SCHEMAS / "reader.json", folder)
    for catalogue in SCHEMAS.glob("*.lproj"):
        (folder / catalogue.name).mkdir()
        shutil.copy(catalogue / "reader.strings", folder / catalogue.name)
    return folder / "reader.json"


def sign_in(folder):
    """The argument that lets the sample's button sign in."""
    script = folder / "sign-in"
    script.write_text(SIGN_IN)
    script.chmod(0o755)
    return ["--action", f"account_button={script}"]


def write(path, schema):
    """Replaces a schema file in one step, as editors do."""
    new = path.with_suffix(".new")
    new.write_text(schema if isinstance(schema, str) else json.dumps(schema, ensure_ascii=False))
    new.replace(path)
    return path


def workshop():
    """Every control, with the rules and words that the sample has not."""
    return {
        "panelKey": "workshop", "panelTitle": {"en": "Workshop", "ar": "الورشة"},
        "panelLocales": ["en", "ar"],
        "groups": [
            {"groupKey": "door", "groupTitle": {"en": "Front door", "ar": "الباب الأمامي"},
             "groupFooter": "Visitors see these words.",
             "items": [
                 {"itemKey": "door_name", "itemControlType": "edit_text", "itemValue": "Front",
                  "itemTitle": {"en": "Name", "ar": "الاسم"}, "itemRequired": True,
                  "itemMaximumLength": 12, "itemHelp": "Shown beside the bell."},
                 {"itemKey": "door_code", "itemControlType": "edit_text", "itemValue": "",
                  "itemTitle": "Door code", "itemPattern": "^[A-Z]{2}[0-9]+$",
                  "itemPlaceholder": "AB12"},
                 {"itemKey": "door_serial", "itemControlType": "edit_text", "itemValue": "SN-1",
                  "itemTitle": "Serial number", "itemReadOnly": True},
                 {"itemKey": "door_chime", "itemControlType": "switch", "itemValue": "YES",
                  "itemTitle": "Chime", "itemHelp": "Rings when the door opens."},
                 {"itemKey": "door_pin", "itemControlType": "edit_password",
                  "itemTitle": "Keypad PIN", "itemMinimumLength": 4}]},
            {"groupKey": "room", "groupTitle": "Room", "groupFooter": "Only inside.",
             "items": [
                 {"itemKey": "room_light", "itemControlType": "choice", "itemValue": "warm",
                  "itemTitle": "Light", "itemOptions": [
                      {"value": "warm", "label": "Warm", "help": "Like a candle."},
                      {"value": "cold", "label": "Cold", "help": "Like the moon."},
                      "off"]},
                 {"itemKey": "room_day", "itemControlType": "choice", "itemValue": 1,
                  "itemTitle": "Cleaning day", "itemOptions": [
                      {"value": number, "label": label} for number, label in enumerate(
                          ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
                           "Sunday"], 1)]},
                 {"itemKey": "room_manual", "itemControlType": "link", "itemTitle": "Manual",
                  "itemURL": "https://manual.example/room", "itemHelp": "In English."},
                 {"itemKey": "room_about", "itemControlType": "text", "itemTitle": "About",
                  "itemSubtitle": "This room is heated.\n\nIt is not cooled."},
                 {"itemKey": "room_version", "itemControlType": "info", "itemTitle": "Version",
                  "itemValue": "1.4.2"},
                 {"itemKey": "room_test", "itemControlType": "button", "itemTitle": "Test"}]},
            {"groupKey": "tint", "groupTitle": "Tint", "items": [
                {"itemKey": "tint_red", "itemControlType": "select", "itemValue": "YES",
                 "itemTitle": "Red"},
                {"itemKey": "tint_blue", "itemControlType": "select", "itemValue": "NO",
                 "itemTitle": "Blue"}]},
        ],
    }


def item(schema, key):
    """An item of a schema as a test wrote it."""
    return next(
        found for group in schema["groups"] for found in group["items"]
        if found["itemKey"] == key)
