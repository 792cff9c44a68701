import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AggregatorRegistry } from "prom-client";
import { Metrics } from "../src/metrics.ts";

describe("Metrics", () => {
  it("of several services in a process have the same metrics of Node.js, which are collected once", () => {
    const [one, other] = [new Metrics(), new Metrics()];
    const metricOf = ({ registry }: Metrics) => registry.getSingleMetric("nodejs_eventloop_lag_seconds");
    assert.ok(metricOf(one));
    assert.equal(metricOf(one), metricOf(other));
  });

  it("of a group of processes show the longest delay of an event loop", async () => {
    const all = await new Metrics().registry.getMetricsAsJSON();
    const lags = all.filter(({ name }) => /^nodejs_eventloop_lag_(p99_)?seconds$/.test(name));
    assert.equal(lags.length, 2);
    const processes = [0.1, 1.6, 0].map((value) =>
      lags.map((metric) => ({ ...metric, values: [{ value, labels: {} }] })),
    );
    const text = await AggregatorRegistry.aggregate(processes).metrics();
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds 1.6$/m);
    assert.match(text, /^nodejs_eventloop_lag_seconds 1.6$/m);
  });
});
