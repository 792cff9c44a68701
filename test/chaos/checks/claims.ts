import { type Json, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import type { ClaimedList, ClaimLoad } from "../load/claims.ts";
import type { Sender } from "../load/sender.ts";

const PAGE = 50;
const CLAIMS_MS = 240_000;

/** A found wish: its variant, and its wishlist. */
interface FoundWish {
  variant: string;
  wishlistId: string;
}

/** All items on the customers' wishlists. */
async function wishesOf(sender: Sender, customers: readonly string[]): Promise<FoundWish[]> {
  const found: FoundWish[] = [];
  for (const customerRef of customers) {
    const path = `${WS}/wishlists/lookup?customerRef=${customerRef}&pageSize=${PAGE}`;
    const { answer } = await sender.read(path);
    if (answer.status === 404) continue;
    for (const { id, wishlistItems } of answer.body.wishlist)
      for (const { product } of wishlistItems as Json[])
        found.push({ variant: product.selectedVariantRef, wishlistId: id });
  }
  return found;
}

const sorted = (texts: Iterable<string>) => [...texts].sort().join(" ");

/** Findings about the answers to the tabs of one guest, and about the location of the wishes. */
export function findingsOf(
  claimed: ClaimedList,
  found: readonly FoundWish[],
  isGuestThere: boolean,
): string[] {
  const { wishlistId, variants, tabs } = claimed;
  const name = `the claim of ${wishlistId}`;
  const findings: string[] = [];
  const answers = tabs.flatMap(({ answer }) => answer ?? []);
  for (const { status, text } of answers)
    if (status !== 200 && status !== 404) findings.push(`${name} was answered ${status} ${text}`);
  const granted = tabs.filter(({ answer }) => answer?.status === 200);
  const results = new Set(granted.map(({ customerRef, answer }) => `${customerRef} ${answer?.text ?? ""}`));
  if (results.size > 1) findings.push(`${name} was granted more than once: ${sorted(results)}`);
  const entitled = new Set(granted.map(({ customerRef }) => customerRef));
  for (const { customerRef, answer } of tabs)
    if (answer?.status === 404 && (entitled.has(customerRef) || new Set(claimed.customers).size === 1))
      findings.push(`${name} was refused to the customer who may have it`);
  if (isGuestThere) findings.push(`${name} has left the wishlist with the guest`);
  const wished = found.map(({ variant }) => variant);
  if (sorted(wished) !== sorted(variants))
    findings.push(`${name} has made ${sorted(wished)} of the wishes ${sorted(variants)}`);
  const lists = new Set(found.map(({ wishlistId: list }) => list));
  if (lists.size !== 1) findings.push(`${name} has put the wishes on ${lists.size} wishlists`);
  const [claim] = granted;
  if (claim && !lists.has(claim.answer?.body.wishlistId))
    findings.push(`${name} names a list without the wishes`);
  return findings;
}

/** Claims after which a guest's wish is on no list, or on two; or that were granted twice. */
export async function claimFindings(sender: Sender, { claimed }: ClaimLoad): Promise<string[]> {
  // A claim whose tab was closed and whose process has died is completed by a job a minute later.
  await until(
    "no claim is open",
    async () => (await sender.read(`${WS}/reports/guests`)).answer.body.openClaims === 0,
    CLAIMS_MS,
  );
  const findings: string[] = [];
  for (const list of claimed) {
    const found = await wishesOf(sender, list.customers);
    const { answer } = await sender.read(`${WS}/wishlists?id=${list.wishlistId}`);
    findings.push(...findingsOf(list, found, answer.status !== 404));
  }
  return findings;
}
