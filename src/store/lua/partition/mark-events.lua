#!lua flags=allow-oom
--[[
  mark-events: write a mark for each outbox that has an event, so that a wait of this connection for disks or replicas
               includes the event and all events before it.
  Keys     per partition: mark, outbox
  Args     per partition: id of an event
  Returns  per partition 1 if its outbox has the event, else 0; no mark is written then
]]
local found = {}
for i, id in ipairs(ARGV) do
  local mark, outbox = KEYS[2 * i - 1], KEYS[2 * i]
  found[i] = #redis.call('XRANGE', outbox, id, id)
  if found[i] == 1 then redis.call('SET', mark, '1') end
end
return found
