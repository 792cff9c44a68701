import {
  atEachAddress,
  type DataKind,
  expectDone,
  type FoundRecord,
  recordsAfterName,
  type PersonalDataParts,
} from "./data-kind.ts";
import { personClaims } from "./person-claims.ts";
import { personDeadLetters } from "./person-dead-letters.ts";
import { personOrders, personPurchases } from "./person-orders.ts";
import { personRejections } from "./person-rejections.ts";

/** The references that belong to the person: the person's own e-mail addresses and phone numbers. */
const personReferences = ({ layout, references }: PersonalDataParts): DataKind => ({
  name: "references",
  async *find({ storeKey, addresses, emails, phones }, after): AsyncGenerator<FoundRecord> {
    const slots = new Set(addresses.map(({ slot }) => slot));
    const claims = [
      ...emails.map((value) => ({ reference: "email" as const, value })),
      ...phones.map((value) => ({ reference: "phone" as const, value })),
    ];
    const holders = await Promise.all(
      claims.map(({ reference, value }) => references.customerWith(storeKey, reference, value)),
    );
    const held = claims.filter((_, i) => {
      const address = layout.slotOfId(storeKey, holders[i] ?? "");
      return address !== undefined && slots.has(address.slot);
    });
    const found = held.map((record) => ({ name: `${record.reference} ${record.value}`, record }));
    yield* await recordsAfterName(found, after);
  },
});

const personCustomers = ({ customers }: PersonalDataParts): DataKind => ({
  name: "customers",
  find: atEachAddress(async function* (address, after) {
    const record = after === "" && (await customers.at(address));
    if (record) yield { name: "customer", record };
  }),
  async erase({ storeKey, addresses }, send) {
    for (const address of addresses) {
      const record = await customers.at(address);
      if (!record) continue;
      const { partition, slot, key } = address;
      const command = {
        type: "DeleteCustomer" as const,
        storeKey,
        slot,
        key,
        id: record.svc_customer_id,
        withWishlists: true,
      };
      await expectDone(send, partition, command);
    }
  },
});

/** Returns all kinds of personal data, in the order of erasure: data that leads to other data is erased last. */
export function kindsOf(parts: PersonalDataParts): readonly DataKind[] {
  const { wishlists, alerts, shares, bodies } = parts;
  return [
    personDeadLetters(parts),
    personOrders(parts),
    personCustomers(parts),
    personReferences(parts),
    personClaims(parts),
    { name: "alerts", find: atEachAddress((address, after) => alerts.after(address, after)) },
    {
      name: "wishlists",
      find: atEachAddress((address, after) => wishlists.recordsAfter(address, after)),
      // Wishlists that stayed when their customer was deleted.
      erase: async ({ storeKey, addresses }, send) => {
        for (const { partition, slot, key } of addresses)
          await expectDone(send, partition, { type: "DeleteWishlists", storeKey, slot, key });
      },
    },
    { name: "shares", find: atEachAddress((address, after) => shares.after(address, after)) },
    { name: "items", find: atEachAddress((address, after) => wishlists.itemsAfter(address, after)) },
    {
      name: "deliveries",
      find: atEachAddress((address, after) => bodies.after(address, after)),
      erase: async ({ addresses }) => {
        for (const address of addresses) await bodies.dropAll(address);
      },
    },
    personRejections(parts),
    personPurchases(parts),
  ];
}
