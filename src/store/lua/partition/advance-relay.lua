#!lua flags=allow-oom
--[[
  advance-relay: record how far outboxes have been relayed. The position never goes back.
  Keys     per partition: lease, outbox
  Args     1 'drop' to drop the events up to the ids, 'keep' to keep them
           then per partition: id of the last event that was relayed
  Returns  per partition 1 if the position has moved, else 0
  After the first call, an outbox is no longer trimmed by its length.
]]
-- include entry-id

local moved = {}
for i = 1, #ARGV - 1 do
  local lease, outbox, id = KEYS[2 * i - 1], KEYS[2 * i], ARGV[i + 1]
  local present = redis.call('HGET', lease, 'relayed')
  moved[i] = 0
  if not present or is_before(present, id) then
    redis.call('HSET', lease, 'relayed', id)
    moved[i] = 1
  end
  if ARGV[1] == 'drop' then redis.call('XTRIM', outbox, 'MINID', '=', following(id)) end
end
return moved
