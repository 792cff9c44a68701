import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { before, describe, it } from "node:test";
import { type Ended, nodeArgs, wishlist } from "../../support/programs.ts";
import { atEnd, withRedis } from "../../support/redis.ts";
import { assertRefused, tool, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
const { prefix } = withRedis(suite);
const env = toolEnv({ prefix });

/** Every command with its arguments, as the overview shows them. */
const COMMANDS: Record<string, string[]> = {
  verify: [],
  "tenant create": ["tenant"],
  "tenant list": [],
  "tenant suspend": ["tenant"],
  "tenant resume": ["tenant"],
  "tenant revoke-tokens": ["tenant"],
  "tenant rotate-key": ["tenant"],
  "tenant set": ["tenant"],
  "tenant delete": ["tenant"],
  "tenant show": ["tenant"],
  "client create": ["tenant"],
  "client list": ["tenant"],
  "client set": ["tenant", "client"],
  "client rotate": ["tenant", "client"],
  "client delete": ["tenant", "client"],
  "client disable": ["tenant", "client"],
  "client enable": ["tenant", "client"],
  "owner create": ["tenant", "email"],
  "owner list": ["tenant"],
  "owner reset-password": ["tenant", "email"],
  "owner delete": ["tenant", "email"],
  "partition list": [],
  "dead-letter list": [],
  "dead-letter show": ["id"],
  "dead-letter redrive": ["[id]"],
  "dead-letter discard": ["[id]"],
  "shopify set": ["tenant", "shop"],
  "shopify list": [],
  backup: ["file"],
  restore: ["file"],
  "shopify remove": ["shop"],
  "shopify redactions": [],
  "shopify cancel-redaction": ["shop"],
  "shopify repeat-redaction": ["shop"],
  "credentials-key show": [],
  "credentials-key forget": [],
  "feed orders": ["tenant", "file"],
  "feed products": ["tenant", "file"],
  "feed stock-levels": ["tenant", "file"],
  "feed customers": ["tenant", "file"],
  "feed show": ["tenant", "feed"],
  "job list": [],
  "job redrive": ["[id]"],
  "job discard": ["[id]"],
  "report recount": ["tenant"],
  "export list": ["tenant"],
  "export show": ["tenant", "id"],
  "export run": ["tenant", "id"],
  "export reindex": ["tenant"],
};
const isNeeded = (name: string) => !name.startsWith("[");

let overview: Ended;
before(async () => {
  overview = await tool(["--help"], env);
});

describe("the operator's tool", () => {
  it("runs as a program, and exits with 2 for a wrong command line", async () => {
    const [shown, refused] = await Promise.all([wishlist(["--help"], env), wishlist(["nonsense"], env)]);
    assert.deepEqual(shown, overview);
    assertRefused(refused, /no command nonsense/, "nonsense");
    assert.equal(refused.code, 2);
  });

  it("ends without a message if nobody reads its output", async () => {
    const args = [...nodeArgs("scripts/wishlist.ts"), "--help"];
    const program = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    program.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(program.stderr), once(program, "exit")]);
    assert.deepEqual([code, stderr], [141, ""]);
  });

  it("shows every command with its arguments", async () => {
    assert.equal(overview.code, 0);
    for (const [name, args] of Object.entries(COMMANDS)) {
      const call = [name, ...args.map((arg) => (isNeeded(arg) ? `<${arg}>` : arg))].join(" ");
      assert.match(overview.stdout, new RegExp(`^ {2}${call.replace(/[[\]]/g, "\\$&")}  +\\S`, "m"), call);
    }
    assert.equal(overview.stdout.match(/^ {2}\S/gm)?.length, Object.keys(COMMANDS).length);
    const nothing = await tool([], env);
    assert.deepEqual([nothing.code, nothing.stdout], [0, overview.stdout]);
  });

  it("explains each command, even without Redis", async () => {
    await Promise.all(
      Object.keys(COMMANDS).map(async (name) => {
        const { code, stdout, stderr } = await tool([...name.split(" "), "--help"], {
          REDIS_URL: "redis://127.0.0.1:1",
        });
        assert.deepEqual([code, stderr], [0, ""], name);
        assert.ok(stdout.includes(name));
        for (const option of ["--json", "--help"])
          assert.match(stdout, new RegExp(`^ {2}${option} +\\S`, "m"));
      }),
    );
  });

  it("names the missing argument", async () => {
    const commands = Object.entries(COMMANDS).filter(([, args]) => args.some(isNeeded));
    await Promise.all(
      commands.map(async ([name, args]) => {
        const needed = args.filter(isNeeded);
        const given = needed.slice(1).map(() => "x");
        const refused = await tool([...name.split(" "), ...given], env);
        assertRefused(refused, new RegExp(`^<${needed.at(-1) ?? ""}> is missing$`, "m"), name);
        assert.equal(refused.code, 2, name);
      }),
    );
  });

  it("reports an error as one JSON object on standard error with --json, and exits with the same code", async () => {
    for (const words of [
      ["nonsense"],
      ["tenant", "create"],
      ["tenant", "list", "--all"],
      ["tenant", "suspend", "nobody"],
    ]) {
      const plain = await tool(words, env);
      const { code, stdout, stderr } = await tool([...words, "--json"], env);
      assert.deepEqual([code, stdout], [plain.code, ""]);
      assert.deepEqual(JSON.parse(stderr), { error: { message: plain.stderr.trimEnd() } });
    }
    const away = await tool(["tenant", "list", "--json"], { REDIS_URL: "redis://127.0.0.1:1" });
    assert.deepEqual(
      [away.code, JSON.parse(away.stderr)],
      [
        1,
        {
          error: {
            message:
              "Redis cannot be reached: REDIS_URL: 127.0.0.1:1 cannot be reached (ECONNREFUSED): start Redis there, or correct the address.",
          },
        },
      ],
    );
  });

  it("names what it refuses, and exits with 2 for a wrong command line, and with 1 for wrong data", async () => {
    const wrong: [string[], RegExp][] = [
      [["tenant", "destroy", "x"], /no command tenant destroy[^]*tenant create/],
      [["nonsense"], /no command nonsense[^]*tenant create/],
      [["toString"], /no command toString/],
      [["--json", "tenant", "list"], /--json must follow the command/],
      [["tenant", "list", "--all"], /--all/],
      [["tenant", "create", "x", "--stroe", "y"], /--stroe/],
      [["tenant", "create", "x", "--store"], /--store/],
      [["tenant", "create", "x", "y"], /unexpected argument y/],
      [["tenant", "create", "Not_An_Id"], /a tenant id must be/],
      [["tenant", "create", "shop", "--store", "a/b"], /a store must be/],
      [["tenant", "delete", "nobody"], /--yes is required: confirm that all data of the tenant is deleted/],
      [["tenant", "set", "nobody"], /at least one of --rate-limit/],
      [["tenant", "set", "nobody", "--rate-limit", "-1"], /rate-limit/],
      [["tenant", "set", "nobody", "--rate-limit", "many"], /--rate-limit must be a whole number/],
      [["tenant", "set", "nobody", "--budget", "cows=1"], /no budget cows[^]*rows/],
      [["tenant", "set", "nobody", "--budget", "rows=many"], /--budget rows must be a whole number/],
      [["tenant", "set", "nobody", "--budget", "rows=5=6"], /--budget rows must be a whole number/],
      [["tenant", "set", "nobody", "--budget", "rows=5,rows=6"], /budget rows is given more than once/],
      [
        ["tenant", "set", "nobody", "--budget", "rows=0"],
        /--budget rows must be a whole number from 1 to 999999999/,
      ],
      [
        ["tenant", "set", "nobody", "--rate-limit", "1000000000"],
        /--rate-limit must be a whole number from 0 to 999999999/,
      ],
      [["tenant", "set", "nobody", "--allow-duplicate-variants", "x"], /must be true or false/],
      [["client", "rotate", "nobody", "x", "--overlap", "1h"], /--overlap must be a whole number/],
      [["client", "create", "nobody", "--scope", "admin"], /no scope admin[^]*wishlists:read/],
      [["client", "set", "nobody", "x"], /--scope is required: scopes, separated by commas/],
      [["owner", "create", "nobody", "a@shop.example", "--role", "king"], /no role king[^]*owner/],
      [["credentials-key", "forget"], /--yes is required/],
      [["feed", "orders", "nobody"], /<file> is missing/],
      [["feed", "orders", "nobody", "x.csv", "--tenant", "nobody"], /Unknown option '--tenant'/],
      [["feed", "show", "x"], /<feed> is missing/],
      [["shopify", "set", "nobody", "a.myshopify.com", "--store", "a/b"], /--store must be 1 to 64/],
      [
        ["client", "create", "nobody", "--scope", "wishlists:read", "--scope", "wishlists:write"],
        /Option '--scope' is given more than once; [^]*client create --help shows the usage/,
      ],
      [["tenant", "suspend", ""], /<tenant> is empty/],
      [["dead-letter", "discard", ""], /<id> is empty/],
      [["backup", "", "--online"], /<file> is empty/],
      [["dead-letter", "discard"], /name a dead letter, or use --all/],
      [["job", "discard"], /name a job, or use --all/],
      [["dead-letter", "discard", "x", "--all"], /name a dead letter, or use --all, not both/],
      [["dead-letter", "redrive", "x", "--all"], /name a dead letter, or use --all, not both/],
      [["job", "discard", "x", "--all"], /name a job, or use --all, not both/],
      [["job", "redrive", "--all", "x"], /name a job, or use --all, not both/],
    ];
    const impossible: [string[], RegExp][] = [
      [["tenant", "suspend", "nobody"], /no tenant nobody/],
      [["tenant", "revoke-tokens", "nobody"], /no tenant nobody/],
      [["client", "create", "nobody"], /no tenant nobody/],
      [["dead-letter", "show", "1/1-1"], /no dead letter 1\/1-1/],
      [["dead-letter", "show", "nonsense"], /no dead letter nonsense/],
      [["feed", "orders", "nobody", "x.csv"], /no tenant nobody/],
      [["export", "list", "nobody"], /no tenant nobody/],
      [["export", "run", "nobody", "x"], /no tenant nobody/],
    ];
    const cases = [
      ...wrong.map((one) => [...one, 2] as const),
      ...impossible.map((one) => [...one, 1] as const),
    ];
    await Promise.all(
      cases.map(async ([words, pattern, code]) => {
        const refused = await tool([...words, "--json"], env);
        assertRefused(refused, pattern, words.join(" "));
        assert.equal(refused.code, code, words.join(" "));
      }),
    );
  });

  it("refuses a command line without a required option before it uses Redis", async () => {
    for (const scope of [[], ["--scope", ""]]) {
      const refused = await tool(["client", "set", "x", "y", ...scope], { REDIS_URL: "redis://127.0.0.1:1" });
      assertRefused(refused, /^--scope is required/, "client set");
      assert.equal(refused.code, 2);
    }
    const { stdout } = await tool(["client", "set", "--help"], env);
    assert.match(stdout, /^ {2}--scope <value> +scopes, separated by commas, or all \(required\)$/m);
  });

  it("never treats an empty list of scopes as all scopes", async () => {
    for (const scope of ["", ",", "toString"]) {
      const refused = await tool(["client", "create", "nobody", "--scope", scope], env);
      assertRefused(refused, /scope/, scope);
    }
  });

  it("reports an unknown tenant as such, in every command that names one", async () => {
    const others: Record<string, string> = {
      email: "a@shop.example",
      file: "x.csv",
      shop: "x.myshopify.com",
      "tenant delete": "--yes",
      "tenant set": "--rate-limit=1",
      "client set": "--scope=all",
      "shopify set": "--secret=x",
    };
    const named = Object.entries(COMMANDS).filter(
      ([name, [arg]]) => arg === "tenant" && name !== "tenant create",
    );
    const calls = named.map(([name, [, ...args]]) => [
      ...name.split(" "),
      "nobody",
      ...args.map((arg) => others[arg] ?? "x"),
      ...(others[name] === undefined ? [] : [others[name]]),
    ]);
    for (const words of [...calls, ["verify", "--tenant", "nobody"]]) {
      const refused = await tool(words, env);
      assertRefused(refused, /^there is no tenant nobody$/m, words.join(" "));
      assert.equal(refused.code, 1, words.join(" "));
    }
  });

  it("shows the commands of a group for the word help", async () => {
    assert.deepEqual(await tool(["help"], env), overview);
    const { code, stdout } = await tool(["owner", "help"], env);
    assert.equal(code, 0);
    assert.match(stdout, /owner reset-password/);
    assert.doesNotMatch(stdout, /tenant create/);
  });

  it("lists nothing for an empty Redis, in text and as JSON", async () => {
    for (const name of ["tenant list", "partition list", "dead-letter list"]) {
      const [words, json] = await Promise.all(
        [[], ["--json"]].map((option) => tool([...name.split(" "), ...option], env)),
      );
      assert.deepEqual([words?.code, json?.code, json?.stdout], [0, 0, "[]\n"], name);
      assert.notEqual(words?.stdout, "");
    }
  });
});
