#!lua flags=allow-oom
--[[
  cancel-command: give up on a command, unless it has been dealt with.
  Keys     1 owner   2 cancelled
  Args     1 command id   2 its entry id, or '' when unknown   3 milliseconds to remember it
  Returns  'passed' when the cursor is at or behind the command; 'cancelled' when no turn will ever apply it: the
           raised count makes every commit that does not know of it look first
]]
local function parts(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end
local cursor = redis.call('HGET', KEYS[1], 'cursor')
if cursor and ARGV[2] ~= '' then
  local ms, seq = parts(cursor)
  local wantedMs, wantedSeq = parts(ARGV[2])
  if ms > wantedMs or (ms == wantedMs and seq >= wantedSeq) then return 'passed' end
end
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('HINCRBY', KEYS[1], 'cancels', 1)
return 'cancelled'
