import { type Mutant, of } from "./mutant.ts";

const DELETED = "test/http/access/deleted-tenant.test.ts";
const SESSIONS = "test/http/access/portal-sessions.test.ts";
const PEOPLE = "src/http/portal/people.ts";
const LINKS = ["test/actors/wishlist/shares.test.ts", "test/http/wishlists/shares.test.ts"];
const CLAIMS = ["test/actors/guest/handover.test.ts", "test/actors/wishlist/claim.test.ts"];

/** Sign-in at the portal, links, tokens and signatures, and the traces of callers and tenants in the store. */
export const ACCESS_MUTANTS: Mutant[] = [
  ...of("src/store/owners/owners.ts", ["test/store/owners/recreated-owners.test.ts"], {
    "owners: a deletion hides the owner who was created meanwhile": [
      "(await this.#redis.hexists(this.#keys.owners(tenantId), id)) === 1",
      "false",
    ],
  }),
  ...of("src/http/portal/request.ts", [SESSIONS], {
    "portal: a change needs no token of the session": [
      "if (!isSameSecret(ctx.get(CSRF_HEADER), csrfToken))",
      "if (csrfToken === undefined)",
    ],
    "portal: another site changes something": ["origin === undefined || own.includes(origin)", "own"],
    "portal: a browser that names no site is refused": ["origin === undefined || own", "own"],
  }),
  ...of("src/http/portal/throttle.ts", ["test/http/access/sign-in-throttle.test.ts"], {
    "sign-in: attempts from elsewhere lock a known browser": [
      "if (browser !== undefined)",
      'if (browser === "")',
    ],
  }),
  ...of("src/http/portal/known-browsers.ts", ["test/http/access/known-browsers.test.ts"], {
    "sign-in: a browser is known for every e-mail address": ["owner ${normalEmail(email)}", "owner"],
  }),
  ...of("src/http/middleware/active-tenant.ts", [DELETED], {
    "deletion: an upload ends with an unknown outcome": ["if (!isDataGone(err)) throw err;", "throw err;"],
    "tenants: a suspended one is served": [
      'if (tenant?.state === "active") return;',
      "return;",
      ["test/http/access/token.test.ts"],
    ],
  }),
  ...of("src/http/middleware/endpoint.ts", [DELETED], {
    "deletion: a body that arrives later is written": [
      "if (knownTenants.version !== version) requireActive",
      "if (false) requireActive",
    ],
  }),
  ...of("src/http/routes/retailer/feeds.ts", [DELETED], {
    "deletion: a late first row begins a feed": ["{ ...parts, permit }", "parts"],
  }),
  ...of("src/store/lua/feeds/set-feed-field.lua", [DELETED], {
    "deletion: the end of an upload brings back its feed": [
      "== 0 then return 0 end",
      "== 2 then return 0 end",
    ],
  }),
  ...of("src/store/lua/feeds/give-up-feed.lua", ["test/store/feeds/file-feeds.test.ts"], {
    "feeds: the end of one that is gone brings it back": [
      "if not applied then return 0 end",
      "applied, chunks = 0, 0",
    ],
  }),
  ...of("src/store/lua/feeds/lose-feed.lua", ["test/store/feeds/file-feeds.test.ts"], {
    "feeds: the loss of rows brings back a feed that is gone": [
      "== 0 then return 0 end",
      "== 2 then return 0 end",
    ],
  }),
  ...of("src/http/routes/tenant/unsubscribe.ts", ["test/http/limits/rate-limits.test.ts"], {
    "unsubscription: a link has no limit": ["await parts.perShopper.count(ctx, address.slot);", ""],
  }),
  ...of("src/store/owners/owners.ts", [SESSIONS], {
    "portal: a session that has ended is valid": [
      " && session.expires > now);",
      ");",
      ["test/store/owners/owners-list.test.ts"],
    ],
    "portal: a new password leaves other sessions": [
      "owner.sessions.filter((session) => session.digest === digest);\n      if",
      "owner.sessions;\n      if",
    ],
    "portal: a sign-in with an earlier password begins a session": [
      "if (owner.password !== password) throw",
      "if (owner.password === undefined) throw",
      ["test/store/owners/owners-list.test.ts"],
    ],
    "portal: a reset of the password is undone by a change": [
      "owner.password !== password || sessions.length === 0",
      "owner.password === undefined",
      ["test/store/owners/owners-list.test.ts"],
    ],
    "portal: nobody keeps an own password": [
      "if (keepsLast) await this.#changeBesideOther(tenantId, id, reset);\n    else await",
      "await",
      ["test/http/access/last-owner.test.ts"],
    ],
    "portal: signing out of one browser signs out of all": [
      "digest === undefined ? [] : owner",
      "digest !== undefined ? [] : owner",
    ],
  }),
  ...of("src/store/lua/structures/replace-fields.lua", ["test/store/owners/owners-list.test.ts"], {
    "owners: two remove each other": ["first_change - 1, 2 do", "3, 2 do"],
  }),
  ...of(PEOPLE, [SESSIONS], {
    "invitations: anybody invites": ['role !== "owner" || isTemporary', "isTemporary"],
    "invitations: who has a one-time password invites": [
      'role !== "owner" || isTemporary',
      'role !== "owner"',
    ],
    "invitations: an owner removes itself": ["person.id === owner.id", "person.id === undefined"],
    "invitations: everybody is invited as an owner": ["{ role, isTemporary: true }", "{ isTemporary: true }"],
    "invitations: the first password stays": ["{ role, isTemporary: true }", "{ role }"],
  }),
  ...of("src/actors/wishlist/list/share-wishlist.ts", LINKS, {
    "links: one that is revoked stays": [
      "draft.put(sharesStateKey(target.wishlistId), others.length === 0 ? null : others);",
      "",
    ],
    "links: all are revoked with one": ["others.length === 0 ? null : others", "null"],
    "links: one that has ended holds a place": [
      "filter((share) => isValidAt(share, time))",
      "filter(() => time)",
    ],
  }),
  ...of("src/http/sharing/shared-lists.ts", ["test/http/wishlists/shares.test.ts"], {
    "links: one that has ended leads on": ["|| !isValidAt(found.share, new Date(now()).toISOString())", ""],
    "links: a suspended tenant's lead on": ['tenant?.state !== "active"', "!tenant"],
  }),
  ...of("src/store/privacy/unsubscribe-token.ts", ["test/store/privacy/unsubscribe-token.test.ts"], {
    "unsubscribe: any signature will do": [
      "!isSameSecret(signature, signatureOf(layout, body))",
      "!signature",
    ],
    "unsubscribe: a token may go on": ["extra.length > 0 || ", ""],
  }),
  ...of("src/actors/customer/unsubscribe.ts", ["test/actors/customer/unsubscribe.test.ts"], {
    "unsubscribe: the time is that of the last click": [
      " || record.alerts_unsubscribed_at !== undefined",
      "",
    ],
  }),
  ...of("src/http/routes/retailer/shopify.ts", ["test/http/retailer/shopify.test.ts"], {
    "shopify: any signature of the right length will do": [" && timingSafeEqual(given, wanted)", ""],
    "shopify: only the last secret signs": ["found = true;", "found = true; else found = false;"],
    "shopify: a suspended tenant's webhooks are taken": ['if (tenant?.state === "active")', "if (tenant)"],
  }),
  ...of("src/actors/guest/guest-list.ts", CLAIMS, {
    "claims: any token claims": ["guest.hash !== hash || ", ""],
    "claims: a second customer claims": [
      "guest.handover.slot !== terms.slot",
      "guest.handover.slot === hash",
    ],
    "claims: one that is refused after all ends a later one": [
      "handover?.number !== number ||",
      "!handover ||",
    ],
  }),
  ...of("src/actors/guest/accept-handover.ts", CLAIMS, {
    "claims: one that is repeated merges again": [
      "before && before.number >= number)\n    return before",
      "before && before.number > number)\n    return before",
    ],
    "claims: the customer is notified of what happened before": [
      "{ ...guests, waitingSince: time }",
      "{ ...guests }",
      ["test/actors/alert/waiting-wishes.test.ts"],
    ],
    "claims: two items get one reference": ['typeof found !== "object"', "found"],
    "claims: the result of another customer's claim is answered": [
      "before.number === number ? before : { number }",
      "before",
    ],
  }),
  ...of("src/ingest/wishes/hand-over.ts", CLAIMS, {
    "claims: the reason of another request's refusal is not answered": ["if (wasRefused)", "if (false)"],
  }),
  ...of("src/actors/wishlist/items/join.ts", ["test/actors/wishlist/merged-wishes.test.ts"], {
    "claims: units that both have bought are lost": [
      "boughtUnits(item) + boughtUnits(other)",
      "boughtUnits(item)",
    ],
  }),
  ...of("src/actors/wishlist/items/quantity.ts", ["test/actors/wishlist/merged-wishes.test.ts"], {
    "claims: the smaller quantity stays": ["Math.max(wantedUnits(one)", "Math.min(wantedUnits(one)"],
    "claims: bought units fulfil the other wish too": ["one.purchased === other.purchased", "true"],
  }),
  ...of("src/store/owners/owners.ts", ["test/http/access/portal-addresses.test.ts"], {
    "owners: an address may have control characters": ['[^\\p{C}\\p{Z}@<>"]+@', '[^\\p{Z}@<>"]+@'],
  }),
  ...of("src/store/tenants/tenant-data.ts", ["test/store/tenants/tenant-data.test.ts"], {
    "tenants: any number of keys is deleted by one call": ["batchesOf(names, KEY_BATCH_SIZE)", "[names]"],
  }),
  ...of("src/store/keys/key-space.ts", ["test/store/keys/chosen-texts.test.ts"], {
    "keys: a text of a caller is taken for the name of a key": [
      "this.#partitions.has(tag) && kinds.includes(kind)",
      "true",
    ],
  }),
  ...of("src/store/lua/feeds/commit-feed-chunk.lua", ["test/store/lua/feeds.test.ts"], {
    "feeds: errors of an older feed shorten the list of feeds with errors": [
      "redis.call('PTTL', with_errors) < lifetime",
      "true",
    ],
  }),
];
