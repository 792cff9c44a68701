#!lua flags=allow-oom
--[[
  end-audit: record the outcome of an action in a tenant's audit log.
  Keys     1 stream of the entries   2 hash of their outcomes, by entry id
  Args     1 id of the entry   2 outcome
  Returns  1, or 0 without a change if the log no longer exists, for example after the deletion of its tenant
  The flag is set because the action has taken effect, also if its writes have filled the memory.
]]
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
