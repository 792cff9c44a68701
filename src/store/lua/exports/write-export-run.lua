#!lua flags=allow-oom
--[[
  write-export-run: write changes of a run, if it has not ended and no other process has taken it over. The result of
  a batch that was sent when the run was cancelled also counts: otherwise, the next run would send the batch again. If
  the next run has begun already, it is too late.
  Keys     1 run   2 state of its export   3 rejected records
  Args     1 fence that the run must have; empty for any fence   2 run   3 1 if the run ends now
           4 1 for the result of a batch   5 maximum number of rejected records
           6 number of fields and values of the run, which follow
           then number of fields and values of the export's state, which follow; then rejected records
  Returns  1 if it was written and the run has not ended before, else 0
]]
local status = redis.call('HGET', KEYS[1], 'status')
local continues = status == 'queued' or status == 'running'
local is_late = status == 'cancelled' and ARGV[4] == '1' and redis.call('HGET', KEYS[2], 'last') == ARGV[2]
if not continues and not is_late then return 0 end
if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'fence') ~= ARGV[1] then return 0 end
local next = 6
local function write(key)
  local count = tonumber(ARGV[next])
  if count > 0 then redis.call('HSET', key, unpack(ARGV, next + 1, next + count)) end
  next = next + 1 + count
end
write(KEYS[1])
write(KEYS[2])
for i = next, #ARGV do redis.call('RPUSH', KEYS[3], ARGV[i]) end
if next <= #ARGV then redis.call('LTRIM', KEYS[3], 0, tonumber(ARGV[5]) - 1) end
if ARGV[3] == '1' and redis.call('HGET', KEYS[2], 'active') == ARGV[2] then
  redis.call('HDEL', KEYS[2], 'active')
end
return continues and 1 or 0
