"""Our own measure of contrast: every text that is drawn against what is drawn behind it (WCAG 2.2, 1.4.3)."""

# Text and background of every visible text, as the browser computes them; transparent layers are laid over each other.
COLLECT = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, under) => top.slice(0, 3).map((each, index) => each * top[3] + under[index] * (1 - top[3])).concat(1);
  const backgroundOf = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const colour = rgba(getComputedStyle(each).backgroundColor);
      layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (!text.data.trim() || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(".unseen, noscript, option, datalist, :disabled")) continue;
    const style = getComputedStyle(element);
    const isDrawing = element instanceof SVGElement;
    const background = backgroundOf(element);
    const colour = over(rgba(isDrawing ? style.fill : style.color), background);
    found.push({ text: text.data.trim().slice(0, 40), colour, background, size: parseFloat(style.fontSize), weight: Number(style.fontWeight) });
  }
  return found;
}"""


def luminance(colour) -> float:
    channels = [each / 255 for each in colour[:3]]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one, other) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def hexadecimal(text: str) -> list[int]:
    return [int(text[index:index + 2], 16) for index in (1, 3, 5)]


def too_faint(page) -> list[str]:
    texts = page.evaluate(COLLECT)
    assert len(texts) > 10
    faint = []
    for each in texts:
        is_large = each["size"] >= 24 or (each["size"] >= 18.66 and each["weight"] >= 700)
        measured = ratio(each["colour"], each["background"])
        if measured < (3 if is_large else 4.5):
            faint.append(f"{each['text']}: {measured:.2f}")
    return faint
