#!lua flags=allow-oom
--[[
  advance-relay: note how far outboxes have been relayed, and drop what is behind. The place never goes back.
  Keys     per partition: owner, outbox
  Args     per partition: id of the last event that was relayed
  Returns  per partition 1 if the place has moved, else 0
  From the first call on an outbox is no more trimmed by its length.
]]
local function parts(id)
  local ms, seq = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(ms), tonumber(seq)
end

local function isBehind(a, b)
  local ams, aseq = parts(a)
  local bms, bseq = parts(b)
  return ams < bms or (ams == bms and aseq < bseq)
end

local moved = {}
for i = 1, #ARGV do
  local owner, outbox, id = KEYS[2 * i - 1], KEYS[2 * i], ARGV[i]
  local present = redis.call('HGET', owner, 'relayed')
  moved[i] = 0
  if not present or isBehind(present, id) then
    redis.call('HSET', owner, 'relayed', id)
    local ms, seq = string.match(id, '^(%d+)-(%d+)$')
    redis.call('XTRIM', outbox, 'MINID', '=', ms .. '-' .. string.format('%.0f', seq + 1))
    moved[i] = 1
  end
end
return moved
