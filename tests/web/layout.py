"""What is wrong with the layout of a page: things too wide, covered, or cut off."""

from __future__ import annotations

from playwright.sync_api import Page

LOOK = """
() => {
  const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=tab], [role=button]';
  const NO_WORDS =
    '.sr-only, .hidden, .card, svg, option, [role=application], [aria-hidden=true]';
  const mute = (one) => getComputedStyle(one).pointerEvents === 'none';
  const wrong = [];
  const root = document.documentElement;
  const name = (one) => {
    const label = one.getAttribute('aria-label') || one.labels?.[0]?.innerText;
    const text = label || one.innerText || one.value || one.tagName;
    return text.trim().replace(/\\s+/g, ' ').slice(0, 50);
  };
  if (root.scrollWidth > root.clientWidth)
    wrong.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
  const isShown = (one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const over = [...document.querySelectorAll('dialog[open], [role=menu]')].filter(isShown);
  const scope = over.at(-1) ?? document;
  const inside = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const inView = (one, x, y) => {
    for (let up = one; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (!/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      if (up !== one && !inside(up.getBoundingClientRect(), x, y)) return false;
    }
    return x >= 0 && y >= 0 && x < root.clientWidth && y < innerHeight;
  };
  // What slides over others on purpose: headers that stay, screens and sheets over the board.
  const floats = (one) => {
    for (let up = one; up; up = up.parentElement)
      if (up.matches('.screen, .sheet') || getComputedStyle(up).position === 'sticky') return true;
    return false;
  };
  const scrolls = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
    return false;
  };
  const outOfReach = (one, box) => {
    if (box.top > -2 && box.bottom < innerHeight + 2) return false;
    for (let up = one.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowY) && up.scrollHeight > up.clientHeight) return false;
      if (style.position === 'fixed') return true;
    }
    return false;
  };
  const seeThrough = /^(transparent|rgba\\(.*, 0\\))$/;
  const hides = (top, one) => {
    let painted = false;
    for (let up = top; up && !up.contains(one); up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.opacity === '0') return false;
      painted ||= !seeThrough.test(style.backgroundColor) || style.backgroundImage !== 'none';
    }
    return painted;
  };
  for (const one of scope.querySelectorAll(CONTROLS)) {
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    if (!isShown(one) || style.pointerEvents === 'none') continue;
    if (box.width < 2 || box.height < 2 || one.closest('.sr-only, [aria-hidden=true]')) continue;
    if (one.type === 'radio' || one.type === 'file') continue;
    if ((box.left < -1 || box.right > root.clientWidth + 1) && !scrolls(one))
      wrong.push(`${name(one)}: sticks out of the screen`);
    if (outOfReach(one, box)) wrong.push(`${name(one)}: cannot be reached`);
    const parts = [...one.getClientRects()];
    const part = parts.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
    const [x, y] = [part.left + part.width / 2, part.top + part.height / 2];
    if (!inView(one, x, y)) continue;
    const top = document.elementFromPoint(x, y);
    const same = top && (one.contains(top) || top.contains(one));
    if (top && !same && !floats(top) && !top.closest('label')?.contains(one)) {
      const lid = `<${top.tagName.toLowerCase()} class="${top.className}">`;
      wrong.push(`${name(one)}: covered by ${lid}`);
    }
    if (one.matches('input, select, textarea')) continue;
    if (one.scrollWidth > one.clientWidth + 1 && style.overflowX !== 'visible')
      wrong.push(`${name(one)}: its text is cut off`);
  }
  // Words that a box cuts through, and words under something else. The board may be moved.
  const cutBy = (one, box) => {
    for (let up = one; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      const around = up.getBoundingClientRect();
      if (around.width < 2) return null;
      if (style.position === 'fixed') return null;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return null;
      const wide = box.left < around.left - 2 || box.right > around.right + 2;
      const high = box.top < around.top - 3 || box.bottom > around.bottom + 3;
      if (wide && /hidden|clip/.test(style.overflowX)) return up;
      if (high && /hidden|clip/.test(style.overflowY)) return up;
    }
    return null;
  };
  const words = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const one = words.currentNode.parentElement;
    const text = words.currentNode.data.trim();
    if (!text || !isShown(one) || one.closest(NO_WORDS)) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    for (const box of range.getClientRects()) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const cut = cutBy(one, box);
      if (cut) wrong.push(`"${text.slice(0, 60)}" is cut off by <${cut.tagName} ${cut.className}>`);
      if (!inView(one, x, y)) continue;
      const top = document.elementFromPoint(x, y);
      if (top && hides(top, one) && !one.contains(top) && !floats(top) && !mute(one))
        wrong.push(`"${text.slice(0, 60)}" is under <${top.tagName} ${top.className}>`);
    }
  }
  return [...new Set(wrong)];
}
"""


def flaws(page: Page) -> list[str]:
    """List what is too wide, covered by something else, or cut off."""
    found: list[str] = page.evaluate(LOOK)
    return found


BROKEN = """
(where) => {
  const broken = [];
  const words = document.createTreeWalker(document.querySelector(where), NodeFilter.SHOW_TEXT);
  const lines = (at) => {
    const range = document.createRange();
    range.setStart(words.currentNode, at);
    range.setEnd(words.currentNode, at + 1);
    return [...range.getClientRects()].map((box) => Math.round(box.top));
  };
  while (words.nextNode()) {
    for (const {0: word, index} of words.currentNode.data.matchAll(/\\p{L}{2,40}/gu)) {
      for (let at = index + 1; at < index + word.length; at += 1)
        if (lines(at - 1).at(-1) !== lines(at)[0]) broken.push(word);
    }
  }
  return [...new Set(broken)];
}
"""


def broken_words(page: Page, where: str) -> list[str]:
    """List the words that go over two lines without a hyphen, visible or soft, at the break."""
    found: list[str] = page.evaluate(BROKEN, where)
    return found
