"""Compares the two forms of an explanation: page_says_the_text.py PAGE TEXT"""
import re
import sys
import xml.etree.ElementTree as tree

XHTML = "{http://www.w3.org/1999/xhtml}"


def told_in_page(path):
    """For each line of the source, 0 for the kernel as a whole: what is said of it."""
    root = tree.parse(path).getroot()
    for element in root.iter():
        # Neither scripts nor anything from elsewhere.
        assert element.tag in {XHTML + name for name in (
            "html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "section", "ul", "li", "div", "a",
            "code", "span", "details", "summary", "pre")}, element.tag
        assert not {"src", "onload", "onclick"} & set(element.attrib)
        assert element.get("href", "#").startswith("#")
    told = []
    for section in root.iter(XHTML + "section"):
        told += [(0, "".join(item.itertext())) for item in section.iter(XHTML + "li")]
    lines = [line for line in root.iter(XHTML + "div") if line.get("class", "").split()[0] == "line"]
    assert [line.find(XHTML + "a").text for line in lines] == [str(n + 1) for n in range(len(lines))]
    for number, line in enumerate(lines, 1):
        for item in line.iter(XHTML + "li"):
            kernel = item.find(XHTML + "span")
            text = "".join(item.itertext())
            told.append((number, text.removeprefix(kernel.text).strip() if kernel is not None else text))
    return sorted(told)


def told_in_text(path):
    told = []
    for row in open(path, encoding="utf-8"):
        if match := re.match(r"[^:\s]+(?::(\d+))?: (.*)", row):
            told.append((int(match[1] or 0), match[2]))
    return sorted(told)


page, text = told_in_page(sys.argv[1]), told_in_text(sys.argv[2])
assert text, "nothing is said"
assert page == text, f"{set(page) ^ set(text)}"
