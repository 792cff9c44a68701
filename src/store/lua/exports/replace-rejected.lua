#!lua flags=allow-oom
--[[
  replace-rejected: replace a rejected record of a run, unless the run's records were deleted meanwhile.
  Keys     1 rejected records
  Args     1 index of the record   2 the new record
  Returns  1 if it was replaced, else 0
]]
if tonumber(ARGV[1]) >= redis.call('LLEN', KEYS[1]) then return 0 end
redis.call('LSET', KEYS[1], ARGV[1], ARGV[2])
return 1
