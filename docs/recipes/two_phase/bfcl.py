"""BFCL's accepted answers: {function: {argument: [values]}}, where "" stands for left out, and inner objects likewise."""

import json


def accepted(call, answers):
    """Whether a call is one of the accepted ones. Texts are compared letter by letter, unlike in the leaderboard."""
    given = json.loads(call["arguments"])
    return any(name == call["name"] and isinstance(given, dict) and has_parts(given, parts) for answer in answers or [] for name, parts in answer.items())


def has_parts(given, parts):
    return all(key in parts for key in given) and all(is_one_of(given.get(key, ""), values) for key, values in parts.items())


def is_one_of(given, values):
    return any(is_like(given, value) for value in values) if isinstance(values, list) else given == values


def is_like(given, value):
    if isinstance(value, dict):
        return given == value or (isinstance(given, dict) and has_parts(given, value))
    if isinstance(value, list):
        return isinstance(given, list) and len(given) == len(value) and all(map(is_like, given, value))
    return given == value


def right_arguments(parts):
    """Arguments with the first accepted value of each, those left out that may be."""
    return {key: right_value(values[0] if isinstance(values, list) else values) for key, values in parts.items() if not isinstance(values, list) or "" not in values}


def right_value(value):
    if isinstance(value, dict):
        return right_arguments(value)
    return [right_value(each) for each in value] if isinstance(value, list) else value
