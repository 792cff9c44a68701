import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Metrics } from "../src/metrics.ts";

describe("Metrics", () => {
  it("of several services in a process have the same metrics of Node.js, which are collected once", () => {
    const [one, other] = [new Metrics(), new Metrics()];
    const metricOf = ({ registry }: Metrics) => registry.getSingleMetric("nodejs_eventloop_lag_seconds");
    assert.ok(metricOf(one));
    assert.equal(metricOf(one), metricOf(other));
  });
});
