/** Slots that Redis Cluster spreads keys over. */
export const SLOTS = 16_384;

/** CRC-16 of each byte, by the polynomial that Redis Cluster uses (XMODEM). */
const CRC_OF_BYTE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  return crc;
});

/** Slot of a hash tag, or of a key without one. */
export function slotOfTag(tag: string): number {
  let crc = 0;
  for (const byte of Buffer.from(tag))
    crc = ((crc << 8) ^ (CRC_OF_BYTE[((crc >> 8) ^ byte) & 0xff] ?? 0)) & 0xffff;
  return crc % SLOTS;
}

/** The part of a key by which Redis Cluster places it: its first text in braces, where there is one; else the whole key. */
function tagOf(key: string): string {
  const start = key.indexOf("{");
  const end = start < 0 ? -1 : key.indexOf("}", start + 1);
  return end > start + 1 ? key.slice(start + 1, end) : key;
}

/** Slot of a key. */
export const slotOfKey = (key: string): number => slotOfTag(tagOf(key));
