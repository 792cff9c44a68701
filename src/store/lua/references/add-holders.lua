#!lua
--[[
  add-holders: enter holders of references that may have several holders, as words in one value. Beyond the bound,
  only '+' is entered: it means that there are more. A holder that is entered gets the id of the newest claim, so that
  an older release does not remove it. The id of '+' is renewed only after an interval, because claims of a common
  reference would write all its holders each time.
  Keys     reference hash of each claim
  Args     1 bound   2 interval in milliseconds   then per claim: reference, holder, id of the stream entry
  Returns  number of claims
]]
-- include entry-id
-- include holders
local bound, interval = tonumber(ARGV[1]), tonumber(ARGV[2])
for i, hash in ipairs(KEYS) do
  local reference, holder, id = unpack(ARGV, i * 3, i * 3 + 2)
  local words, times = read_holders(redis.call('HGET', hash, reference))
  local entered = times['+'] and #words - 1 or #words
  local word = (times[holder] or entered < bound) and holder or '+'
  local known = times[word]
  if not known then words[#words + 1] = word end
  local is_newer = not known or is_before(known, id)
  if is_newer and known and word ~= holder then is_newer = parts(id) - parts(known) >= interval end
  if is_newer then
    times[word] = id
    write_holders(hash, reference, words, times)
  end
end
return #KEYS
