import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const MAX_COLOURS = 256;
/** Number of colours that are chosen by frequency; the others are chosen by their distance from these. */
const FREQUENT = 176;

/** The data of each chunk of a PNG, by its type. */
function chunksOf(png: Buffer): [type: string, data: Buffer][] {
  const chunks: [string, Buffer][] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push([png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** The prediction of a PNG filter from the bytes to the left, above, and above to the left. */
function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** The colours of an opaque PNG with 8 bits per channel, as `0xrrggbb`, row by row. */
export function pixelsOf(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const chunks = chunksOf(png);
  const header = chunks.find(([type]) => type === "IHDR")?.[1];
  const [depth, colourType] = [header?.[8], header?.[9]];
  if (!header || depth !== 8 || (colourType !== 2 && colourType !== 3) || header[12] !== 0)
    throw new Error("this is no PNG in true colour or with a palette, or it is interlaced");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const palette = chunks.find(([type]) => type === "PLTE")?.[1] ?? Buffer.alloc(0);
  const data = inflateSync(Buffer.concat(chunks.flatMap(([type, part]) => (type === "IDAT" ? [part] : []))));
  const channels = colourType === 2 ? 3 : 1;
  const rowBytes = width * channels;
  const bytes = Buffer.alloc(rowBytes * height);
  const at = (row: number, x: number) => (row < 0 || x < 0 ? 0 : (bytes[row * rowBytes + x] ?? 0));
  for (let row = 0; row < height; row++) {
    const start = row * (rowBytes + 1);
    for (let x = 0; x < rowBytes; x++) {
      const base = predicted(
        data[start] ?? 0,
        at(row, x - channels),
        at(row - 1, x),
        at(row - 1, x - channels),
      );
      bytes[row * rowBytes + x] = (data[start + 1 + x] ?? 0) + base;
    }
  }
  const pixels = Uint32Array.from({ length: width * height }, (_, i) =>
    channels === 3 ? bytes.readUIntBE(i * 3, 3) : palette.readUIntBE((bytes[i] ?? 0) * 3, 3),
  );
  return { width, height, pixels };
}

/** Returns the square of the distance of two colours in red, green and blue. */
function distance(a: number, b: number): number {
  const [red, green, blue] = [
    (a >> 16) - (b >> 16),
    ((a >> 8) & 255) - ((b >> 8) & 255),
    (a & 255) - (b & 255),
  ];
  return red * red + green * green + blue * blue;
}

/** Returns the most frequent colours, and those with the largest distance from all of them. */
function paletteOf(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = byCount.slice(0, counts.size <= MAX_COLOURS ? MAX_COLOURS : FREQUENT);
  const others = byCount
    .slice(palette.length)
    .map((colour) => ({ colour, gap: Math.min(...palette.map((each) => distance(colour, each))) }));
  while (palette.length < MAX_COLOURS && others.length > 0) {
    const furthest = others.reduce((a, b) => (b.gap > a.gap ? b : a));
    palette.push(furthest.colour);
    for (const other of others) other.gap = Math.min(other.gap, distance(other.colour, furthest.colour));
  }
  return palette;
}

/**
 * Returns the same picture as a PNG with at most 256 colours; each pixel gets the nearest one. A picture of a page has
 * few colours, and many shades at the edges of letters: its size shrinks to about a third, and it looks the same.
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = pixelsOf(png);
  const palette = paletteOf(pixels);
  const nearest = new Map<number, number>();
  const indexOf = (colour: number): number => {
    const known = nearest.get(colour);
    if (known !== undefined) return known;
    const gaps = palette.map((each) => distance(colour, each));
    const index = gaps.indexOf(Math.min(...gaps));
    nearest.set(colour, index);
    return index;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (const [i, pixel] of pixels.entries()) rows[i + Math.floor(i / width) + 1] = indexOf(pixel);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
