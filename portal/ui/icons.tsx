/** Lines of each icon in a square of 24 units. */
const PATHS = {
  overview: "M4 13h6V4H4zM14 20h6V4h-6zM4 20h6v-4H4z",
  reports: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  customers:
    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-6 7-6s7 2 7 6M17 4a4 4 0 0 1 0 7M19 15c2 1 3 3 3 6",
  catalogue: "M3 7l9-4 9 4-9 4zM3 7v10l9 4 9-4V7M12 11v10",
  orders: "M5 8h14l-1 13H6zM9 11V7a3 3 0 0 1 6 0v4",
  alerts: "M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20a2 2 0 0 0 4 0",
  feeds: "M12 15V4M7 9l5-5 5 5M4 15v5h16v-5",
  exports: "M12 4v11M7 10l5 5 5-5M4 15v5h16v-5",
  webhooks: "M10 14l4-4M8 12l-3 3a3.5 3.5 0 0 0 5 5l3-3M16 12l3-3a3.5 3.5 0 0 0-5-5l-3 3",
  clients: "M8 15a5 5 0 1 1 4.6-7H22v4h-3v3h-4v-2h-2.4A5 5 0 0 1 8 15zM8 10h.01",
  privacy: "M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6zM9 12l2 2 4-4",
  settings:
    "M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  audit: "M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5",
  heart: "M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z",
} as const;
export type IconName = keyof typeof PATHS;

/** An icon beside its name; it says nothing that the name does not. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
