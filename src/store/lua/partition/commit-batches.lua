#!lua flags=allow-oom
--[[
  commit-batches: apply what some partitions' batches decided; each batch wholly or not at all.
  Keys     per batch: lease, commands, outbox, then the keys that its writes name
  Args     1 JSON array of batches   2 events an outbox keeps while nobody relays them
             batch   {keys, fence, start, first, last, deadline, cancels, writes, events}
             keys      number of its keys
             start     cursor it starts from
             first     its first command
             last      its last command: the cursor it ends at
             deadline  milliseconds since 1970 by this server
             cancels   number of cancellations it knows of
             writes    arrays of a command, which of the batch's keys, and the command's further arguments
             events    arrays of id and event
           all text is text, also what looks like a number; stored JSON comes as text and is not looked into
  Returns  per batch an array that starts with its outcome:
             committed  the writes, the events, the cursor and the trimming of the applied commands are in
             repeated   this very batch is in already: an earlier call's reply was lost. The cursor is written again,
                        so that who waits for replicas then waits for the batch
             fenced     another worker owns the partition, or nobody; nothing was written
             stale      the cursor, which follows, is neither this batch's start nor its end, or is not before its first
                        command, which was applied already; nothing was written
             cancelled  senders have given up since; their number by now follows; nothing was written
             late       the deadline has passed at the time that follows; nothing was written
  Accepted work may finish when memory is full, hence the flag: appending commands is what must stop then.
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- include entry-id

local function repeated(lease, field, batch)
  redis.call('HSET', lease, field, batch.last)
  return {'repeated'}
end

-- The outcome of a batch that is not applied, because it is in already or must not be; nil where it is to be applied.
local function outcome_without_writes(lease, fence, cursor, cancels, batch)
  if fence ~= batch.fence then
    local previous = redis.call('HMGET', lease, 'previousFence', 'previousCursor')
    if previous[1] == batch.fence and previous[2] == batch.last then return repeated(lease, 'previousCursor', batch) end
    return {'fenced'}
  end
  if cursor == batch.last then return repeated(lease, 'cursor', batch) end
  if cursor ~= batch.start then return {'stale', cursor} end
  if not is_before(batch.start, batch.first) then return {'stale', cursor} end
  if cancels ~= batch.cancels then return {'cancelled', cancels} end
  if now > batch.deadline then return {'late', string.format('%.0f', now)} end
  return nil
end

local function apply(batch, base, is_relayed)
  for _, write in ipairs(batch.writes) do
    redis.call(write[1], KEYS[base + write[2]], unpack(write, 3))
  end
  if #batch.events > 0 then
    for _, event in ipairs(batch.events) do
      if is_relayed then
        redis.call('XADD', KEYS[base + 3], event[1], 'e', event[2])
      else
        redis.call('XADD', KEYS[base + 3], 'MAXLEN', '~', ARGV[2], event[1], 'e', event[2])
      end
    end
  end
  redis.call('HSET', KEYS[base + 1], 'cursor', batch.last)
  redis.call('XTRIM', KEYS[base + 2], 'MINID', '=', following(batch.last))
  return {'committed'}
end

local outcomes, base = {}, 0
for i, batch in ipairs(cjson.decode(ARGV[1])) do
  local lease = KEYS[base + 1]
  local fence, cursor, cancels, relayed = unpack(redis.call('HMGET', lease, 'fence', 'cursor', 'cancels', 'relayed'))
  outcomes[i] = outcome_without_writes(lease, fence, cursor, cancels or '0', batch) or apply(batch, base, relayed)
  base = base + batch.keys
end
return outcomes
