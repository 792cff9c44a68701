import type { Decision } from "../../../src/actors/reply.ts";

/** An action of a sender. Wishlists and items are named by the order of their creation. */
export type Step =
  | { do: "create"; ref: string | null }
  | { do: "rename"; list: number; ref: string | null }
  | { do: "delete"; list: number }
  | { do: "deleteAll" }
  | { do: "add"; list: number; wish: Wish; allowDuplicates: boolean }
  | { do: "addMany"; list: number; wishes: Wish[] }
  | { do: "change"; list: number; item: number; to: number; from: number; ref: string | null | undefined }
  | { do: "remove"; list: number; item: number };

export interface Wish {
  variant: number;
  ref: string | null;
  notifyMe: boolean | null;
}

export interface ModelItem {
  number: number;
  variant: number;
  ref: string | null;
  notifyMe: boolean;
}

interface ModelList {
  id: string;
  ref: string | null;
  items: ModelItem[];
  last: number;
  deleted: boolean;
}

type Outcome = "ok" | Extract<Decision, { ok: false }>["code"];

/** The rules in their simplest form. */
export class Model {
  readonly lists: ModelList[] = [];

  live(index: number): ModelList | undefined {
    const list = this.lists[index];
    return list && !list.deleted ? list : undefined;
  }

  #refTaken(ref: string | null, but?: ModelList): boolean {
    return ref !== null && this.lists.some((list) => !list.deleted && list !== but && list.ref === ref);
  }

  #add(list: ModelList, wish: Wish, allowDuplicates: boolean): Outcome {
    const bearer = wish.ref === null ? undefined : list.items.find((item) => item.ref === wish.ref);
    if (bearer && bearer.variant !== wish.variant) return "DuplicateReference";
    const same =
      bearer ??
      (allowDuplicates
        ? undefined
        : list.items.find(
            (item) => item.variant === wish.variant && (item.ref === null || wish.ref === null),
          ));
    if (same) {
      if (wish.notifyMe !== null) same.notifyMe = wish.notifyMe;
      if (wish.ref !== null) same.ref = wish.ref;
    } else {
      list.last++;
      list.items.push({
        number: list.last,
        variant: wish.variant,
        ref: wish.ref,
        notifyMe: wish.notifyMe ?? false,
      });
    }
    return "ok";
  }

  run(step: Step, newId: string | undefined): Outcome {
    if (step.do === "create") {
      if (this.#refTaken(step.ref)) return "DuplicateReference";
      this.lists.push({ id: newId ?? "", ref: step.ref, items: [], last: 0, deleted: false });
      return "ok";
    }
    if (step.do === "deleteAll") {
      const live = this.lists.filter((list) => !list.deleted);
      for (const list of live.slice(0, 10)) list.deleted = true;
      return live.length === 0 ? "ResourceNotFound" : "ok";
    }
    const list = this.live(step.list);
    if (!list) return "ResourceNotFound";
    switch (step.do) {
      case "rename":
        if (this.#refTaken(step.ref, list)) return "DuplicateReference";
        list.ref = step.ref;
        return "ok";
      case "delete":
        list.deleted = true;
        return "ok";
      case "add":
        return this.#add(list, step.wish, step.allowDuplicates);
      case "addMany": {
        const before = structuredClone(list);
        for (const wish of step.wishes) {
          const outcome = this.#add(list, wish, false);
          if (outcome !== "ok") {
            Object.assign(list, before);
            return outcome;
          }
        }
        return "ok";
      }
      case "change": {
        const item = list.items.find(({ number }) => number === step.item);
        if (!item) return "ResourceNotFound";
        if (step.ref && step.ref !== item.ref && list.items.some((other) => other.ref === step.ref)) {
          return "DuplicateReference";
        }
        if (step.to !== item.variant && step.from !== item.variant) return "VariantMismatch";
        item.variant = step.to;
        if (step.ref !== undefined) item.ref = step.ref;
        return "ok";
      }
      case "remove": {
        const index = list.items.findIndex(({ number }) => number === step.item);
        if (index < 0) return "ResourceNotFound";
        list.items.splice(index, 1);
        return "ok";
      }
    }
  }
}
