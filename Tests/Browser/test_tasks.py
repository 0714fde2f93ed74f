"""What a person does with a panel: each task, and the test that fails if it does not work.

A task that no test shows has no place here, and a test that was renamed is found by the check below.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
PAGES = "FaceplatePanelTests/Pages"
SEARCH = "FaceplatePanelTests/Search/SearchIndexTests.swift"

TASKS = {
    "change each kind": {
        "a switch": "test_instant.py::test_a_choice_by_pointer_is_saved_at_once",
        "a text": "test_instant.py::test_text_is_saved_by_enter_and_by_leaving",
        "a number": "test_drafts.py::test_arrow_and_page_keys_change_a_number",
        "a decimal": "test_controls.py::test_sets_each_control_in_a_browser",
        "a slider, by its number": "test_pairs.py::test_a_typed_number_is_saved_and_moves_the_scale",
        "a slider, by moving it": "test_pairs.py::test_a_moved_scale_is_saved_and_changes_the_number",
        "a slider, by keys": "test_instant.py::test_a_slider_moved_by_keys_shows_its_number_and_is_saved_once",
        "a stepper": "test_drafts.py::test_consecutive_steps_are_one_change",
        "a menu": "test_keyboard.py::test_6_the_fourth_option_is_saved_once",
        "a segment": "test_controls.py::test_sets_each_control_in_a_browser",
        "radio buttons": "test_instant.py::test_arrows_through_radio_buttons_save_once",
        "a group of options": "test_saving.py::test_a_group_of_options_and_a_text_can_be_reset",
        "check boxes": "test_controls.py::test_sets_each_control_in_a_browser",
        "a picker, with a value of its own":
            "test_instant.py::test_a_picker_saves_a_typed_option_when_it_is_left",
        "a date": "test_controls.py::test_sets_each_control_in_a_browser",
        "a time": "test_controls.py::test_sets_each_control_in_a_browser",
        "a duration": "test_instant.py::test_parts_of_one_value_are_saved_together",
        "a color, by its digits": "test_pairs.py::test_a_color_is_typed_and_picked",
        "several lines": "test_instant.py::test_several_lines_are_saved_by_control_enter_or_by_leaving",
        "a password": "test_instant.py::test_a_password_is_saved_only_by_enter_or_its_button",
    },
    "mend an error": {
        "of a text": "test_errors.py::test_corrected_fields_are_saved_together",
        "of a number": "test_keyboard.py::test_3_a_wrong_number_is_reported_at_its_field_and_corrected",
        "of a list": "test_refusals.py::test_a_rejected_value_is_corrected_in_its_row",
        "of a table": "test_refusals.py::test_a_rejected_value_looks_the_same_without_javascript",
        "of a picker": "test_focus.py::test_a_rejected_custom_value_keeps_the_focus",
        "of a password":
            "test_errors.py::test_a_rejected_password_is_requested_again_and_never_shown",
        "of two settings":
            "test_refusals.py::test_correcting_one_of_two_settings_clears_their_error",
        "of a row that a switch opened":
            "test_refusals.py::test_a_rejected_row_below_an_unsaved_switch_stays_visible",
        "of a file that is too large": "test_offline.py::test_a_file_that_is_too_large_is_not_sent",
        "without moving the rows above":
            "test_still.py::test_only_rows_below_an_error_move",
    },
    "lists and tables": {
        "add": "test_focus.py::test_add_focuses_the_field_of_a_new_entry",
        "move": "test_focus.py::test_the_focus_follows_an_entry_that_moves",
        "remove": "test_focus.py::test_a_removal_focuses_the_neighbor",
        "all three, without scripting": "test_three_ways.py::test_a_list_grows_moves_and_shrinks",
        "until Save, in the draft":
            "test_drafts.py::test_the_buttons_of_a_list_change_the_draft_and_save_nothing",
        "told by their entries":
            f"{PAGES}/ChangesFilterTests.swift::aListDescribesTheChangesOfItsEntries",
        "told by their rows": f"{PAGES}/ChangesFilterTests.swift::aTableDescribesTheChangesOfItsRows",
    },
    "undo": {
        "one change": "test_undo.py::test_a_save_is_undone_and_redone",
        "by its key": "test_live.py::test_undo_works_in_place_and_by_its_key",
        "again": "test_three_ways.py::test_a_saved_change_is_undone_and_redone",
        "an older one": "test_three_ways.py::test_an_older_change_is_undone_from_the_list_of_changes",
        "one of several made together": "test_undo.py::test_one_change_of_a_revision_is_undone",
        "what was changed again": "test_undo.py::test_undoing_an_older_change_asks_for_a_choice",
        "all up to a revision": "test_undo.py::test_a_restore_shows_the_difference_first",
        "all up to a time": f"{PAGES}/ChangesDateTests.swift::aChosenDateBeginsTheListAndLeadsToItsRestore",
    },
    "find a change": {
        "by day": f"{PAGES}/ChangesFilterTests.swift::revisionsAreListedByDay",
        "by text, setting and source":
            "test_undo.py::test_the_list_is_filtered_by_text_setting_and_source",
        "and go to its setting": "test_undo.py::test_a_change_links_to_its_setting",
    },
    "reset": {
        "an item": "test_focus.py::test_a_reset_focuses_the_field",
        "a group": "test_quiet_rows.py::test_a_group_is_reset_from_the_menu_of_its_heading",
        "a page": "test_provenance.py::test_the_page_is_reset",
        "all": "test_three_ways.py::test_an_item_a_group_and_all_settings_are_reset",
        "without moving a row":
            "test_still.py::test_no_row_moves_when_an_older_value_is_reset",
    },
    "search": {
        "and change what was found": "test_search.py::test_settings_can_be_changed_in_the_results",
        "from every page": "test_search.py::test_search_is_on_every_page_and_opens_the_first",
        "while typing": "test_live_search.py::test_results_appear_while_typing_and_the_focus_stays",
        "and come back": "test_live_search.py::test_clearing_the_search_restores_the_page",
        "without a result": "test_live_search.py::test_reports_no_result_and_typing_continues",
        "by a filter": "test_live_search.py::test_the_filters_are_at_the_top",
        "in another language":
            "test_search.py::test_the_language_can_be_changed_during_a_search",
        "with a slip in a word": f"{SEARCH}::acceptsOneTypoInAWordOfFiveLetters",
        "for a value": f"{SEARCH}::findsCurrentValues",
        "for a word of another language": f"{SEARCH}::findsLabelsOfEveryLanguage",
    },
    "links": {
        "to a setting in a closed group":
            "test_search.py::test_permanent_links_open_closed_groups_and_pages",
        "to a field": "test_focus.py::test_a_link_to_a_setting_focuses_its_field",
        "to a setting that does not exist":
            "test_search.py::test_an_unknown_key_suggests_the_nearest",
        "to a hidden setting": "test_search.py::test_a_link_to_a_hidden_row_reports_its_condition",
    },
    "actions": {
        "with a question": "test_controls.py::test_the_dialog_of_an_action_can_be_canceled",
        "with a question, without scripting":
            "test_controls.py::test_an_action_asks_first_and_shows_its_progress",
        "given up": "test_keyboard.py::test_8_a_destructive_action_is_canceled",
        "that take long":
            "test_controls.py::test_the_progress_of_a_long_action_is_shown_in_its_row",
        "without a command": "test_saving.py::test_a_button_without_an_action_says_so",
    },
    "several at once": {
        "follow each other": "test_live.py::test_unfocused_rows_show_changes_of_others",
        "ask beside a field": "test_live.py::test_a_focused_row_offers_the_change_of_others",
        "decide a conflict":
            "test_conflicts.py::test_a_user_resolves_a_conflict_about_one_key",
        "in two tabs": "test_instant.py::test_two_tabs_do_not_undo_each_other",
        "without a connection": "test_offline.py::test_a_choice_waits_and_says_so",
        "over a restart": "test_live.py::test_the_page_reconnects_after_a_restart",
        "with a late answer":
            "test_offline.py::test_a_retry_after_a_lost_response_shows_the_real_value",
    },
    "languages": {
        "are chosen by keyboard":
            "test_language_menu.py::test_a_language_is_chosen_from_the_menu_by_keyboard",
        "are kept": "test_languages.py::test_the_chooser_is_remembered",
        "fall back text by text": "test_languages.py::test_marks_labels_in_another_language",
        "leave rows aligned":
            "test_looks.py::test_an_option_in_another_language_does_not_move_its_button",
    },
    "looks": {
        "on paper": "test_looks.py::test_prints_closed_groups_and_no_buttons",
        "with wide spacing": "test_accessibility.py::test_wider_text_spacing_hides_no_text",
        "with long words": "test_accessibility.py::test_long_words_do_not_widen_the_page",
        "mirrored, on a narrow screen":
            "test_mirrored.py::test_mirrors_every_part_of_the_page",
        "with many pages": "test_navigation.py::test_a_wide_window_links_to_each_page",
        "on a phone": "test_navigation.py::test_a_narrow_window_links_down_and_back",
        "in one line": "test_alignment.py::test_aligns_the_entries_of_a_menu",
        "with the ways in one line":
            "test_language_menu.py::test_the_ways_are_one_line_at_the_bottom_of_a_narrow_window",
        "by keyboard": "test_quiet_rows.py::test_a_page_of_50_items_has_at_most_60_tab_stops",
        "by checkers": "test_showcase.py::test_axe_finds_no_problem_and_nothing_scrolls_sideways",
    },
}
ALL = [(f"{area}: {task}", place) for area, tasks in TASKS.items() for task, place in tasks.items()]


def test_the_list_has_at_least_seventy_tasks():
    assert len(ALL) >= 70


@pytest.mark.parametrize("place", [place for _, place in ALL], ids=[task for task, _ in ALL])
def test_each_task_has_a_test(place):
    file, _, name = place.partition("::")
    text = (TESTS / ("Browser" if file.endswith(".py") else ".") / file).read_text()
    assert re.search(rf"\b(def|func) {name}\b", text)
