#!lua
--[[
  add-holders: enter holders of references that may have several holders, as words in one value. Beyond the bound,
  only '+' is entered: it means that there are more.
  Keys     reference hash of each pair
  Args     1 bound   then per pair: reference, holder
  Returns  number of pairs
]]
local bound = tonumber(ARGV[1])
for i, hash in ipairs(KEYS) do
  local reference, holder = ARGV[i * 2], ARGV[i * 2 + 1]
  local present = redis.call('HGET', hash, reference)
  if not present then
    redis.call('HSET', hash, reference, holder)
  elseif not string.find(' ' .. present .. ' ', ' ' .. holder .. ' ', 1, true) then
    local _, spaces = string.gsub(present, ' ', '')
    if spaces + 1 < bound then
      redis.call('HSET', hash, reference, present .. ' ' .. holder)
    elseif string.sub(present, -1) ~= '+' then
      redis.call('HSET', hash, reference, present .. ' +')
    end
  end
end
return #KEYS
