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
        "a switch": "test_instant.py::test_a_choice_with_the_pointer_is_saved_at_once",
        "a text": "test_instant.py::test_a_text_is_saved_by_enter_by_leaving_and_by_its_button",
        "a number": "test_drafts.py::test_a_number_takes_arrows_and_pages",
        "a decimal": "test_controls.py::test_in_a_browser",
        "a slider, by its number": "test_pairs.py::test_a_typed_number_is_saved_and_moves_the_scale",
        "a slider, by moving it": "test_pairs.py::test_a_moved_scale_is_saved_and_changes_the_number",
        "a slider, by keys": "test_instant.py::test_a_slider_moved_by_keys_shows_its_number_and_is_saved_once",
        "a stepper": "test_drafts.py::test_steps_in_a_row_are_one_change",
        "a menu": "test_keyboard.py::test_6_the_fourth_of_a_list_is_chosen_and_written_once",
        "a segment": "test_controls.py::test_in_a_browser",
        "radio buttons": "test_instant.py::test_radio_buttons_passed_through_are_saved_once",
        "a group of options": "test_saving.py::test_a_group_of_options_and_a_text_can_be_reset",
        "check boxes": "test_controls.py::test_in_a_browser",
        "a picker, with a value of its own":
            "test_instant.py::test_a_picker_is_saved_when_it_is_left_and_knows_what_was_typed",
        "a date": "test_controls.py::test_in_a_browser",
        "a time": "test_controls.py::test_in_a_browser",
        "a duration": "test_instant.py::test_parts_of_one_value_are_saved_together",
        "a color, by its digits": "test_pairs.py::test_a_color_is_typed_and_picked",
        "several lines": "test_instant.py::test_lines_are_saved_by_control_and_enter_or_by_leaving",
        "a password": "test_instant.py::test_a_password_is_saved_only_when_somebody_says_so",
    },
    "mend an error": {
        "of a text": "test_errors.py::test_mended_everything_is_saved_at_once",
        "of a number": "test_keyboard.py::test_3_a_wrong_number_is_told_where_it_is_and_mended",
        "of a list": "test_refusals.py::test_a_refused_value_is_mended_where_it_stands",
        "of a table": "test_refusals.py::test_a_refused_value_is_shown_in_its_row_as_without_scripting",
        "of a picker": "test_focus.py::test_a_refused_own_value_keeps_the_focus",
        "of a password":
            "test_errors.py::test_a_refused_password_is_asked_for_again_and_never_shown",
        "of two settings":
            "test_refusals.py::test_an_error_of_two_settings_goes_from_both_once_one_is_mended",
        "of a row that a switch opened":
            "test_refusals.py::test_a_wrong_value_in_a_row_that_an_unsaved_switch_opened_stays_in_sight",
        "of a file that is too large": "test_offline.py::test_a_file_that_is_too_large_is_not_sent",
        "without moving the rows above":
            "test_still.py::test_the_row_of_an_error_grows_and_the_rows_above_it_stay",
    },
    "lists and tables": {
        "add": "test_focus.py::test_add_leads_to_the_field_of_a_new_entry",
        "move": "test_focus.py::test_the_focus_follows_an_entry_that_moves",
        "remove": "test_focus.py::test_after_a_removal_the_neighbour_has_the_focus",
        "all three, without scripting": "test_three_ways.py::test_a_list_grows_moves_and_shrinks",
        "until Save, in the draft":
            "test_drafts.py::test_the_buttons_of_a_list_change_the_draft_and_save_nothing",
        "told by their entries":
            f"{PAGES}/ChangesFilterTests.swift::aListSaysWhatHappenedToItsEntries",
        "told by their rows": f"{PAGES}/ChangesFilterTests.swift::aTableNamesItsRows",
    },
    "undo": {
        "one change": "test_undo.py::test_a_save_is_undone_and_redone",
        "by its key": "test_live.py::test_undo_is_in_place_and_by_its_key",
        "again": "test_three_ways.py::test_what_was_saved_is_undone_and_redone",
        "an older one": "test_three_ways.py::test_an_older_change_is_undone_from_the_list_of_changes",
        "one of several made together": "test_undo.py::test_one_change_of_a_revision_is_undone",
        "what was changed again": "test_undo.py::test_an_undo_of_what_was_changed_again_is_a_choice",
        "all up to a revision": "test_undo.py::test_a_restore_shows_the_difference_first",
        "all up to a time": f"{PAGES}/ChangesPageTests.swift::aTimeOnThePageLeadsToItsPreview",
    },
    "find a change": {
        "by day": f"{PAGES}/ChangesFilterTests.swift::revisionsAreListedByDay",
        "by text, setting and source":
            "test_undo.py::test_the_list_is_filtered_by_text_setting_and_source",
        "and go to its setting": "test_undo.py::test_a_line_leads_to_its_setting",
    },
    "reset": {
        "an item": "test_focus.py::test_a_reset_leads_to_the_field_or_the_heading",
        "a group": "test_quiet_rows.py::test_a_group_is_reset_from_the_menu_of_its_heading",
        "a page": "test_provenance.py::test_the_page_is_reset",
        "all": "test_three_ways.py::test_an_item_a_group_and_all_are_set_back",
        "without moving a row":
            "test_still.py::test_no_row_moves_when_what_was_set_before_is_reset",
    },
    "search": {
        "and change what was found": "test_search.py::test_results_are_changed_where_they_are",
        "from every page": "test_search.py::test_search_is_on_every_page_and_leads_to_the_first",
        "while typing": "test_live_search.py::test_results_come_while_typing_and_the_focus_stays",
        "and come back": "test_live_search.py::test_the_page_comes_back_as_it_was",
        "without a result": "test_live_search.py::test_reports_no_result_and_typing_continues",
        "by a filter": "test_live_search.py::test_the_filters_are_at_the_top",
        "in another language":
            "test_search.py::test_the_language_is_changed_in_the_middle_of_a_search",
        "with a slip in a word": f"{SEARCH}::forgivesOneSlipInAWordOfFiveLetters",
        "for a value": f"{SEARCH}::valuesAreThoseOfNow",
        "for a word of another language": f"{SEARCH}::findsWordsOfEveryLanguage",
    },
    "links": {
        "to a setting in a closed group":
            "test_search.py::test_permanent_links_lead_to_the_row_and_open_what_is_closed",
        "to a field": "test_focus.py::test_a_link_to_a_setting_leads_to_its_field",
        "to a setting that does not exist":
            "test_search.py::test_an_unknown_key_is_answered_with_the_nearest",
        "to a hidden setting": "test_search.py::test_a_link_to_a_hidden_row_says_what_would_show_it",
    },
    "actions": {
        "with a question": "test_controls.py::test_the_dialog_of_an_action_can_be_cancelled",
        "with a question, without scripting":
            "test_controls.py::test_an_action_asks_and_tells_how_it_goes",
        "given up": "test_keyboard.py::test_8_a_destructive_action_is_cancelled",
        "that take long":
            "test_controls.py::test_an_action_that_takes_long_is_followed_in_its_row",
        "without a command": "test_saving.py::test_a_button_without_action_says_so",
    },
    "several at once": {
        "follow each other": "test_live.py::test_rows_that_nobody_is_at_follow",
        "ask beside a field": "test_live.py::test_a_row_that_somebody_is_at_asks",
        "decide a conflict":
            "test_conflicts.py::test_the_same_key_is_a_conflict_that_a_person_decides",
        "in two tabs": "test_instant.py::test_two_tabs_do_not_undo_each_other",
        "without a connection": "test_offline.py::test_a_choice_that_is_not_saved_says_so_in_its_row",
        "over a restart": "test_live.py::test_the_page_listens_again_after_a_restart",
        "with a late answer":
            "test_offline.py::test_trying_again_after_a_lost_answer_tells_the_truth",
    },
    "languages": {
        "are chosen by keyboard":
            "test_language_menu.py::test_a_language_is_chosen_from_the_menu_by_keyboard",
        "are kept": "test_languages.py::test_the_chooser_is_remembered",
        "fall back text by text": "test_languages.py::test_words_in_another_language_say_so",
        "leave rows aligned":
            "test_looks.py::test_an_option_in_another_language_does_not_move_its_button",
    },
    "looks": {
        "on paper": "test_looks.py::test_paper_has_closed_groups_and_no_buttons",
        "with wide spacing": "test_accessibility.py::test_text_spacing_loses_nothing",
        "with long words": "test_accessibility.py::test_long_words_do_not_widen_the_page",
        "mirrored, on a narrow screen":
            "test_mirrored.py::test_every_part_is_where_its_mirror_image_is",
        "with many pages": "test_navigation.py::test_each_page_is_one_press_away_in_a_wide_window",
        "on a phone": "test_navigation.py::test_a_narrow_window_leads_from_page_to_page_and_back",
        "in one line": "test_alignment.py::test_entries_of_a_menu_begin_in_one_line",
        "with a header of one line":
            "test_language_menu.py::test_the_header_is_one_line_of_name_and_search",
        "by keyboard": "test_quiet_rows.py::test_a_page_of_50_items_has_60_stops_at_most",
        "by checkers": "test_showcase.py::test_axe_finds_nothing_and_nothing_scrolls_sideways",
    },
}
ALL = [(f"{area}: {task}", place) for area, tasks in TASKS.items() for task, place in tasks.items()]


def test_there_are_seventy():
    assert len(ALL) >= 70


@pytest.mark.parametrize("place", [place for _, place in ALL], ids=[task for task, _ in ALL])
def test_each_task_has_a_test(place):
    file, _, name = place.partition("::")
    text = (TESTS / ("Browser" if file.endswith(".py") else ".") / file).read_text()
    assert re.search(rf"\b(def|func) {name}\b", text)
