/** Number of slots over which Redis Cluster distributes keys. */
export const SLOTS = 16_384;

/** CRC-16 of each byte, by the polynomial that Redis Cluster uses (XMODEM). */
const CRC_OF_BYTE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  return crc;
});

/** Returns the CRC of some bytes and one more byte. `crc` is that of the bytes; 0 for none. */
export const nextCrc = (crc: number, byte: number): number =>
  ((crc << 8) ^ (CRC_OF_BYTE[((crc >> 8) ^ byte) & 0xff] ?? 0)) & 0xffff;

/** Returns the slot of a hash tag, or of a key without one. */
export function slotOfTag(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag)) crc = nextCrc(crc, byte);
  return crc % SLOTS;
}

/** Returns the part of a key that determines its slot: its first text in braces, or the whole key if there is none. */
export function tagOf(key: string): string {
  const start = key.indexOf("{");
  const end = start < 0 ? -1 : key.indexOf("}", start + 1);
  return end > start + 1 ? key.slice(start + 1, end) : key;
}

/** Returns the slot of a key. */
export const slotOfKey = (key: string): number => slotOfTag(tagOf(key));
