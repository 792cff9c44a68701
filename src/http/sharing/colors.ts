/** Returns the relative luminance of a colour `#rrggbb`, from 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns black or white, whichever has the higher contrast with a colour: it is at least 4.5 to 1. */
export function textOn(color: string): "#000" | "#fff" {
  const light = luminance(color) + 0.05;
  return light / 0.05 >= 1.05 / light ? "#000" : "#fff";
}
