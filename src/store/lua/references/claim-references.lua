#!lua
--[[
  claim-references: reserve unique references, each for its holder.
  Keys     reference hash of each claim
  Args     per claim: reference, holder, milliseconds since 1970
  Returns  per claim 'granted' or the existing claim '<holder> <milliseconds>'. A claim that its holder already has is
           granted again, with the newer of both times
]]
local outcomes = {}
for i, hash in ipairs(KEYS) do
  local reference, holder, now = unpack(ARGV, i * 3 - 2, i * 3)
  local present = redis.call('HGET', hash, reference)
  if not present or string.sub(present, 1, #holder + 1) == holder .. ' ' then
    local since = present and string.match(present, '%d+$')
    if not since or tonumber(since) < tonumber(now) then redis.call('HSET', hash, reference, holder .. ' ' .. now) end
    outcomes[i] = 'granted'
  else
    outcomes[i] = present
  end
end
return outcomes
